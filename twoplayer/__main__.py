"""Where the program starts: from here on a signal ends it without a traceback.

While all is imported that takes time a signal ends the process at once; later it interrupts the
command, which clears up and says what it has kept.

OpenBLAS, with which numpy multiplies floats, ends a process by exit code 1 where it finds no
memory, and 1 means that a check failed. So it gets a single thread, and libraries that load it are
imported only where there is room. This holds for the command line alone: whoever imports the
package may need all threads for what is theirs.
"""

import os

try:
    import atexit
    import gc
    import signal
    import sys
    from types import FrameType
except KeyboardInterrupt:
    os._exit(130)

_heard: list[int] = []

_ROOM = 96 * 2**20
"""The bytes that must be free before a library of `_LARGE` is imported.

numpy 2.4 takes 80 MB of addresses with one thread of OpenBLAS, and 40 MB more for each further
thread. The first product of floats takes 32 MB; only matplotlib has one.
"""
_LARGE = {"numpy", "matplotlib"}


class _Room:
    """A finder that finds nothing: it refuses a large library where there is no room for it."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> None:
        if name in _LARGE:
            try:
                bytes(_ROOM)  # none of it is touched, so it takes no time
            except MemoryError:
                said = f"not enough memory to load {name}; takes {_ROOM // 10**6} MB"
                raise OSError(said) from None


def _end(number: int, frame: FrameType | None) -> None:
    os._exit(128 + number)


def _interrupt(number: int, frame: FrameType | None) -> None:
    if _heard:
        os._exit(128 + number)
    _heard.append(number)
    raise KeyboardInterrupt


def _unraisable(unraisable: "sys.UnraisableHookArgs") -> None:
    """End by an interruption that nothing hears of, such as one while garbage is collected."""
    if unraisable.exc_type is KeyboardInterrupt:
        os._exit(128 + (*_heard, signal.SIGINT)[0])
    if not _heard:
        sys.__unraisablehook__(unraisable)


# What was told not to hear a signal, such as by `nohup` or `&`, does not.
_SIGNALS = [
    number
    for number in (signal.SIGINT, signal.SIGTERM)
    if signal.getsignal(number) in (signal.default_int_handler, signal.SIG_DFL)
]
for each in _SIGNALS:
    signal.signal(each, _end)


def main() -> None:
    # What is imported stays: looking through it for garbage is a twentieth of a short command.
    gc.set_threshold(100_000)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # for the workers as well
    sys.meta_path.insert(0, _Room)
    try:
        from .cli import main as command
    except (ImportError, MemoryError, OSError, SystemError) as error:
        said = " ".join(str(error).split()) or "not enough memory to start"
        os.write(2, f"Error: system: {said}\n".encode())
        sys.exit(3)
    sys.unraisablehook = _unraisable
    try:
        try:
            for each in _SIGNALS:
                signal.signal(each, _interrupt)
            command(prog_name="twoplayer")
        finally:
            for each in _SIGNALS:
                signal.signal(each, signal.SIG_IGN if each == signal.SIGINT else _end)
            gc.freeze()  # Python looks for garbage once more at its end, through all there is
    except BaseException:
        if not _heard:
            raise
    # Python itself would end by the signal, where that came while it ran a piece of text.
    atexit._run_exitfuncs()
    os._exit(128 + _heard[0])


if __name__ == "__main__":
    main()
