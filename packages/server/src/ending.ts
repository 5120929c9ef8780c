import { DemoRefused } from './demo-company.ts'
import { BackupRefused } from './platform/backup/manifest.ts'
import { WrongSettings } from './platform/config/config.ts'
import { FileLost } from './platform/storage/store.ts'
import { MasterKeyRefused } from './platform/config/master-key.ts'
import { DistributeRefused } from './platform/postgres/distribute.ts'
import { MigrationRefused } from './platform/postgres/migrate.ts'
import { DataFolderRefused } from './platform/postgres/own-database.ts'
import { TlsRefused } from './platform/http/tls.ts'

/** What the administrator can put right. */
const explained = [
  WrongSettings,
  DataFolderRefused,
  MasterKeyRefused,
  DemoRefused,
  MigrationRefused,
  BackupRefused,
  FileLost,
  TlsRefused,
  DistributeRefused,
]

/** What the administrator can put right is said in a sentence; only our own faults need their stack. */
export function sentenceOf(error: Error & { code?: string; port?: number }): unknown {
  if (explained.some(kind => error instanceof kind)) return error.message
  if (error.code === 'EADDRINUSE') return `Port ${error.port} is in use by another program. Set PORT to a free one.`
  return error
}

/** What a command ends with: its own code, or 1 with a sentence. */
export async function ending(command: () => Promise<number>): Promise<number> {
  try {
    return await command()
  } catch (error) {
    console.error(sentenceOf(error as Error))
    return 1
  }
}
