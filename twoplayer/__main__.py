"""Where the program starts: from here on a signal ends it without a traceback.

While all is imported that takes time a signal ends the process at once; later it interrupts the
command, which clears up and says what it has kept.
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
    from .cli import main as command

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
