/**
 * A command's only argument. `--help` prints the usage; arguments that do not fit print it too and end the command with 64, as BSD's
 * sysexits name it.
 */
export function argumentOrExit(usage: string, fits: (argument: string) => boolean): string {
  const [argument = '', ...others] = process.argv.slice(2)
  if (argument === '--help') {
    console.log(usage)
    process.exit(0)
  }
  if (fits(argument) && others.length === 0) return argument
  console.error(usage)
  process.exit(64)
}
