import type { Actions, Permissions } from '../declaration.ts'
import { admins } from '../role-sets.ts'

/** The books. */
export const permissions = {
  'ledger.prove': { roles: admins, zh: '核对账本', en: 'Verify the ledger' },
} as const satisfies Permissions

export const actions = {
  'ledger.prove': { zh: '发起账本核对', en: 'Started verifying the ledger' },
  'ledger.proven': { zh: '账本核对完成', en: 'Finished verifying the ledger' },
  'ledger.proveCancel': { zh: '取消账本核对', en: 'Cancelled verifying the ledger' },
} as const satisfies Actions
