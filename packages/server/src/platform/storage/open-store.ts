import { folderStore } from './folder-store.ts'
import { s3Store, type S3 } from './s3-store.ts'
import type { FileStore } from './store.ts'

interface FilesConfig {
  readonly dir: string
  readonly s3?: S3 | undefined
}

/** Opens the store that the settings name. @throws FileLost it cannot be reached */
export async function openStore({ dir, s3 }: FilesConfig): Promise<FileStore> {
  return s3 ? s3Store(s3, dir) : folderStore(dir)
}
