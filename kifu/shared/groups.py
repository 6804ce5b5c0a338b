"""Commands with examples in their help, and a group that imports a command when it is called."""

from __future__ import annotations

import importlib
import keyword
import os
from collections.abc import Mapping, Sequence
from typing import Any

import click

from kifu.shared.faults import Fault, suggest

LANGUAGE = f"{__name__}.language"
"""The key of the language asked for in what a context remembers."""
SUMMARY_WIDTH = 80
"""Summaries are written to fit a terminal of this many columns and are never cut."""


class Command(click.Command):
    """A command whose help ends with examples, each a whole command line.

    A `spoken` one writes for people in their language, which `--language` or the environment names. JSON is for
    programs, and English.
    """

    def __init__(self, *args: Any, examples: Sequence[str] = (), spoken: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.examples = tuple(examples)
        self.spoken = spoken
        if spoken:
            self.params.append(
                click.Option(
                    ["--language"],
                    metavar="TAG",
                    expose_value=False,
                    callback=_keep_language,
                    help="The language to write in, such as fr; by default that of LANGUAGE, LC_ALL or LANG.",
                )
            )

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command in its language; raises Fault for a language without a catalogue."""
        if self.spoken and not ctx.params.get("json_wanted"):
            from domain.kernel.language import speaking
            from kifu.shared.languages import choose_language

            # What went wrong is said by the group, in the same language.
            ctx.find_root().with_resource(speaking(choose_language(ctx.meta.get(LANGUAGE), os.environ)))
        return super().invoke(ctx)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        if self.examples:
            with formatter.section("Examples"):
                for example in self.examples:
                    formatter.write(f"{'':>{formatter.current_indent}}{example}\n")


def _keep_language(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
    ctx.meta[LANGUAGE] = value


class CommandGroup(Command, click.Group):
    """A command that has commands of its own."""


class Group(click.Group):
    """A group whose commands are the modules of `package`, listed under the headings of `sections`.

    Each section is a package in it, named after its heading in lower case. A command `x` is the attribute `x` of the
    module `x`; if `x` is a Python keyword, both are called `x_`. Only the called command is imported, so that it need
    not wait for the others' dependencies.
    """

    def __init__(self, *args: Any, package: str, sections: Mapping[str, Sequence[str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.package = package
        self.sections = sections

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in the order of the sections."""
        return [name for names in self.sections.values() for name in names]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command of this name; None if it does not exist."""
        section = next((title for title, names in self.sections.items() if cmd_name in names), None)
        if section is None:
            return None
        name = f"{cmd_name}_" if keyword.iskeyword(cmd_name) else cmd_name
        module = importlib.import_module(f"{self.package}.{section.lower()}.{name}")
        command: click.Command = getattr(module, name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the arguments call; raises UsageError that suggests a similar name, if there is one."""
        known = self.list_commands(ctx)
        if args and args[0] not in known and not args[0].startswith("-"):
            hint = suggest(args[0], known) or "`kifu --help` lists the commands."
            raise click.UsageError(f"There is no command {args[0]!r}. {hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with their summaries, a section under each heading."""
        widest = max(map(len, self.list_commands(ctx)))
        for title, names in self.sections.items():
            with formatter.section(title):
                formatter.write_dl([(f"{name:<{widest}}", self._summary(ctx, name)) for name in names])

    def _summary(self, ctx: click.Context, name: str) -> str:
        command = self.get_command(ctx, name)
        assert command is not None
        return command.get_short_help_str(SUMMARY_WIDTH)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; raises Fault for every error that `explain` knows."""
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            from kifu.shared.explaining import explain

            words = explain(error)
            if words is None:
                raise
            raise Fault(words) from error
