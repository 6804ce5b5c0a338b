"""Finished games move to files and back on a Citus cluster, as they do on one server."""

from tests.service.test_archive_watch import (  # noqa: F401
    test_a_moved_game_is_looked_at_as_the_role_of_the_service,
)
from tests.service.test_moving import (  # noqa: F401
    cold,
    home,
    test_a_game_is_due_once_until_it_was_moved_back_long_enough_ago,
    test_read_models_are_built_anew_from_the_files,
    test_what_the_service_answers_of_a_game_is_the_same_before_and_after_its_move,
)
