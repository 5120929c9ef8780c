import { createReadStream } from 'node:fs'
import { access, copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FileLost, type FileStore } from './store.ts'

const missing = (error: unknown) => (error as { code?: string }).code === 'ENOENT'

/** Files in a folder of this machine, or one that all instances share. */
export function folderStore(root: string): FileStore {
  const incoming = join(root, 'incoming')
  const pathOf = (key: string) => join(root, key)
  return {
    incoming,
    name: root,
    async put(key, { path }) {
      const to = pathOf(key)
      await mkdir(dirname(to), { recursive: true, mode: 0o700 })
      const from = await besideUs(path, incoming)
      await flush(from)
      await rename(from, to)
      await flush(dirname(to))
    },
    async open(key) {
      if (!(await exists(pathOf(key)))) throw new FileLost(`${pathOf(key)} is missing`)
      return createReadStream(pathOf(key))
    },
    has: key => exists(pathOf(key)),
    remove: key => rm(pathOf(key), { force: true }),
    async *list() {
      for (const area of ['kept', 'quarantine']) yield* filesUnder(root, area)
    },
  }
}

/** Only within one file system is a file renamed and not copied. */
async function besideUs(path: string, incoming: string): Promise<string> {
  if (dirname(path) === incoming) return path
  const copy = join(incoming, crypto.randomUUID())
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  await copyFile(path, copy)
  return copy
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    error => (missing(error) ? false : Promise.reject(error)),
  )

async function* filesUnder(root: string, key: string): AsyncGenerator<{ key: string; at: Date }> {
  const entries = await readdir(join(root, key), { withFileTypes: true }).catch(error => (missing(error) ? [] : Promise.reject(error)))
  for (const entry of entries) {
    const under = `${key}/${entry.name}`
    if (entry.isDirectory()) yield* filesUnder(root, under)
    else {
      const found = await stat(join(root, under)).catch(error => (missing(error) ? undefined : Promise.reject(error)))
      if (found) yield { key: under, at: found.mtime }
    }
  }
}
