/**
 * What PostgreSQL runs for each file of its WAL, in a process of its own:
 * `put <file> <archive>` ends with 0 only when the file lies there for good, and never writes over another;
 * `get <name> <to> <folder>…` takes it from the first folder that has it.
 */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'

function put(file: string, archive: string): void {
  const content = readFileSync(file)
  const target = join(archive, `${basename(file)}.zst`)
  if (existsSync(target)) {
    // Put before, and the power failed before PostgreSQL heard of it.
    if (!zstdDecompressSync(readFileSync(target)).equals(content)) throw new Error(`${target} is there and holds something else`)
  } else {
    writeFileSync(`${target}.part`, zstdCompressSync(content), { mode: 0o600, flush: true })
    renameSync(`${target}.part`, target)
  }
  flushFolder(archive)
}

/** A name is safe when its folder is; Windows keeps folders by itself. */
function flushFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

function get(name: string, to: string, folders: readonly string[]): void {
  for (const file of folders.map(folder => join(folder, name))) {
    if (existsSync(file)) return writeFileSync(to, readFileSync(file))
    if (existsSync(`${file}.zst`)) return writeFileSync(to, zstdDecompressSync(readFileSync(`${file}.zst`)))
  }
  throw new Error(`${name} is not archived`)
}

const [act, first = '', second = '', ...folders] = process.argv.slice(2)
try {
  if (act === 'put') put(first, second)
  else get(first, second, folders)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
