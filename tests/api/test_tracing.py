"""The ids of requests."""

import os
import re
from concurrent.futures import ThreadPoolExecutor

from api.requests.tracing import IDS_AT_ONCE, REQUEST_ID, Ids


def test_no_two_threads_or_processes_make_the_same_id() -> None:
    ids = Ids()
    os.register_at_fork(after_in_child=ids.forget)
    made = [ids.make()]
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.write(writing, "".join(ids.make() for _ in range(10)).encode())
        os._exit(0)
    os.waitpid(child, 0)
    made += re.findall(".{16}", os.read(reading, 1000).decode())
    os.close(reading)
    os.close(writing)
    with ThreadPoolExecutor(4) as threads:
        made += threads.map(lambda _: ids.make(), range(3 * IDS_AT_ONCE))
    assert len(made) == len(set(made)) == 11 + 3 * IDS_AT_ONCE
    assert all(re.fullmatch("[0-9a-f]{16}", found) and REQUEST_ID.fullmatch(found) for found in made)
