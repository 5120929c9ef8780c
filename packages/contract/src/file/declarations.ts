import type { Actions, Permissions } from '../declaration.ts'
import { admins } from '../role-sets.ts'

export { refusals } from './refusals.ts'

/** Files that are kept. */
export const permissions = {
  'file.software.write': { roles: admins, zh: '上传软件包', en: 'Upload software packages' },
  'file.quarantine.read': { roles: admins, zh: '查看隔离的文件', en: 'View quarantined files' },
} as const satisfies Permissions

export const actions = {
  'file.upload': { zh: '上传文件', en: 'Uploaded a file' },
  'file.quarantine': { zh: '隔离无法读取的文件', en: 'Quarantined an unreadable file' },
} as const satisfies Actions
