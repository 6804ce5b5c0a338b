"""Claims and the words of rulings are erased like messages: the record holds, and both verifiers say what is gone."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import pytest

from domain.application import arbitration
from domain.application.arbitration import Claim, Verdict
from domain.application.dispute_audit import list_disputes
from domain.archive import writing
from domain.archive.lines import FiledEvent
from domain.kernel.audience import SPECTATOR
from domain.personal.values import Opening
from domain.proof.receipts import Keyring
from domain.record.events import MAPPER
from domain.verification.record import verify_archive
from tests.domain.application.logged import House, house
from tests.domain.application.playing import ANNA, JUDGE
from tests.domain.application.test_erasure import (
    NODE,
    VERIFIER,
    audit,
    erase,
    everything_filed,
    everything_stored,
    file_of,
    parsed,
    verified,
)
from tests.support.databases import temporary_database
from tests.support.moments import moment
from tests.support.signed_games import RULESETS, SignedGame

pytestmark = pytest.mark.long

CLAIM, WORDS = "Bela, of 12 Elm Street, cheats", "Anna has no case, and a debt"
CLAUSE = "micro-dojo.build.pay"


@pytest.fixture
def service(database_url: str, tmp_path: Path) -> Iterator[House]:
    with house(database_url, tmp_path) as found:
        yield found


@pytest.fixture
def ruled(service: House) -> UUID:
    """A game that is over, whose step 2 Anna disputed in step 3; the arbiter ruled in step 4."""
    game_id = service.game(1)
    recording = service.games.recording
    recording.dispute(ANNA, game_id, Claim(2, CLAIM, CLAUSE))
    recording.rule(JUDGE, game_id, 1, Verdict("uphold", CLAUSE, WORDS))
    recording.resign(ANNA, game_id, 0)
    service.checkpoint()
    return game_id


def statements(service: House, game_id: UUID) -> tuple[str, str]:
    (dispute,) = list_disputes(service.games.stored, game_id)
    assert dispute.ruling is not None
    return dispute.claim, dispute.ruling.words


def told(service: House, game_id: UUID) -> str:
    return " ".join(step.words for step in service.games.queries.steps(game_id, SPECTATOR))


def test_claims_and_rulings_are_read_by_everyone_and_stand_in_no_event(service: House, ruled: UUID) -> None:
    assert statements(service, ruled) == (CLAIM, WORDS)
    assert CLAIM in told(service, ruled)
    assert WORDS in told(service, ruled)
    payloads = b"".join(row.payload for row in service.games.stored.store.rows(ruled))
    assert CLAIM.encode() not in payloads
    assert WORDS.encode() not in payloads


def test_an_erased_claim_is_empty_wherever_it_was_read_and_the_ruling_stays(service: House, ruled: UUID) -> None:
    assert erase(service, f"{ruled}/step/3") == "1 text erased.\n"
    assert statements(service, ruled) == ("", WORDS)
    assert CLAIM not in told(service, ruled)
    assert f"anna disputes step 2 by {CLAUSE}: (erased)" in told(service, ruled)
    seen = audit(service).step(ruled, 3, SPECTATOR)
    assert (seen.claim, seen.clause) == ("", CLAUSE)
    assert CLAIM not in everything_stored(service)
    assert CLAIM.encode() not in everything_filed(service)


def test_what_a_player_wrote_goes_and_the_words_of_the_arbiter_stay_until_they_are_erased(
    service: House, ruled: UUID
) -> None:
    service.games.talk.say(ANNA, ruled, "And I say it here too.")
    code, listed = service.kifu("erase", "anna", "--reason", "none", "--dry-run")
    assert (code, listed) == (0, f"{ruled}/step/3\n{ruled}/1\n2 texts would be erased.\n")
    assert erase(service, "anna") == "2 texts erased.\n"
    assert statements(service, ruled) == ("", WORDS)
    assert erase(service, "carla") == "1 text erased.\n"
    assert statements(service, ruled) == ("", "")


def test_the_record_and_its_files_hold_whatever_was_erased(service: House, ruled: UUID) -> None:
    before = file_of(service, ruled)
    assert b'"kifu":5' in before
    erase(service, f"{ruled}/step/4")
    found = audit(service).verification(ruled, None, arbiter=True)
    assert found.holds
    assert found.texts is not None
    assert (found.texts.texts, found.texts.erased) == (2, 1)
    code, output = service.kifu("verify", str(ruled))
    assert code == 0, output
    assert "2 claims and rulings.\n1 of them was erased." in output
    after = file_of(service, ruled)
    assert WORDS.encode() not in after
    assert [row.payload for row in parsed(after).rows] == [row.payload for row in parsed(before).rows]
    for file, erased in ((before, 0), (after, 1)):
        checked = verified(service, file)
        assert checked.holds
        assert checked.texts is not None
        assert checked.texts.erased == erased


def test_another_text_and_one_that_is_gone_without_an_erasure_are_faults(service: House, ruled: UUID) -> None:
    file = file_of(service, ruled)
    found = verified(service, file.replace(CLAIM.encode(), CLAIM[::-1].encode()))
    assert not found.holds
    assert found.texts is not None
    assert found.texts.fault is not None
    assert (found.texts.fault.step, found.texts.fault.why) == (3, "the text is not the one that was sealed")
    service.sql("DELETE FROM kifu.personal_value WHERE kind = 'claim'")
    assert "the text is gone, and no erasure says why" in service.found(ruled)


def test_the_writers_read_in_which_step_they_were_erased(service: House, ruled: UUID) -> None:
    service.sql("INSERT INTO kifu.player (name) VALUES ('anna'), ('carla')")
    erase(service, f"{ruled}/step/3")
    erase(service, f"{ruled}/step/4")
    events = service.sql("SELECT player, kind, by, game_id, version FROM kifu.account_event ORDER BY n")
    assert events == [("anna", "claim-erased", "operator", ruled, 3), ("carla", "ruling-erased", "operator", ruled, 4)]


def test_a_game_comes_back_with_its_claims_but_not_where_they_were_erased(
    service: House, ruled: UUID, postgres_url: str, template: str, tmp_path: Path
) -> None:
    path = tmp_path / "game.kifu"
    path.write_bytes(file_of(service, ruled))
    with temporary_database(postgres_url, template) as url, house(url, tmp_path / "elsewhere") as other:
        assert other.kifu("import", str(path))[0] == 0
        assert statements(other, ruled) == (CLAIM, WORDS)
        erase(other, f"{ruled}/step/3")
        assert other.kifu("import", str(path))[0] == 0
        assert statements(other, ruled) == ("", WORDS)


def test_the_terminal_shows_the_claim_in_a_file_until_it_is_erased(service: House, ruled: UUID, tmp_path: Path) -> None:
    path = tmp_path / "game.kifu"
    path.write_bytes(file_of(service, ruled))
    assert CLAIM in service.kifu("replay", str(path))[1]
    erase(service, f"{ruled}/step/3")
    path.write_bytes(file_of(service, ruled))
    assert CLAIM not in service.kifu("replay", str(path))[1]


def signed_dispute() -> tuple[SignedGame, dict[str, Opening]]:
    """A game whose players sign, with a signed dispute, and what opens its seals."""
    game = SignedGame().moves(2)
    opened: dict[str, Opening] = {}
    req = game.request(0, "dispute", {"step": 2, "clause": None, "claim": CLAIM})

    def dispute(found, now):  # type: ignore[no-untyped-def]
        decision = arbitration.raise_dispute(found, req, Claim(2, CLAIM), moment(now))
        opened.update(decision.openings)
        return decision

    return game.do(dispute), opened


def written(game: SignedGame, openings: dict[str, Opening]) -> bytes:
    rows = [FiledEvent(e.originator_version, e.TOPIC, MAPPER.to_stored_event(e).state) for e in game.events]
    return b"".join(writing.write_whole(rows, game.game, openings=openings))


def node(file: bytes) -> tuple[int, bytes]:
    if NODE is None:
        pytest.skip("the second verifier runs in Node, and there is no `node` on the PATH")
    done = subprocess.run([NODE, VERIFIER, "-"], input=file, capture_output=True, timeout=60, check=False)
    return done.returncode, done.stdout + done.stderr


def test_a_signature_over_a_claim_holds_and_neither_claim_nor_salt_can_be_found_once_they_are_erased() -> None:
    game, openings = signed_dispute()
    salt = next(opening.value for opening in openings.values() if opening.value != CLAIM)
    whole, erased = written(game, openings), written(game, {})
    assert salt.encode() in whole
    assert salt.encode() not in erased
    for file, sealed in ((whole, 0), (erased, 1)):
        found = verify_archive(parsed(file), RULESETS, Keyring(()), game.known)
        assert found.holds
        assert found.signatures is not None
        assert (found.signatures.sealed, found.signatures.fault) == (sealed, None)
        code, output = node(file)
        assert code == 0, output
        assert (b"Erased: 1 claims or rulings" in output) == bool(sealed)


def test_a_claim_that_the_player_did_not_sign_is_found_by_both_verifiers() -> None:
    game, openings = signed_dispute()
    other = Opening("Something else", "ab" * 32)
    seal = next(digits for digits, opening in openings.items() if opening.value == CLAIM)
    file = written(game, openings).replace(seal.encode(), other.seal().sealed.encode())
    file = file.replace(f'"{CLAIM}"'.encode(), b'"Something else"')
    file = file.replace(openings[seal].salt.encode(), b"ab" * 32)
    found = verify_archive(parsed(file), RULESETS, Keyring(()), game.known)
    assert found.signatures is not None
    assert found.signatures.fault is not None
    assert found.signatures.fault.why == "the player signed something else than what was recorded"
    assert node(file)[0] == 1
