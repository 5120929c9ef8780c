import { z } from 'zod'
import { resource } from '../kit.ts'
import { Instant, Name } from '../units.ts'

/**
 * 解除原因: why stuck nozzles are released. The company's own list, offered in this order in the form of a release; one that was given for
 * a release stays, and is switched off instead of deleted.
 * @source requirements FUE-015, decisions D12, WS19
 */
export const releaseCauses = resource('releaseCauses', {
  table: 'release_cause_state',
  storedIn: 'release_cause',
  scope: 'company',
  permission: 'order.releaseCause',
  body: z.object({
    nameZh: Name(40),
    nameEn: Name(60),
    position: z.int().min(1).max(999),
    inUse: z.boolean().default(true),
    /** Given alone it says too little: the release wants a note as well. */
    wantsNote: z.boolean().default(false),
  }),
  read: {
    /** Releases for which it was given. */
    releaseCount: z.int(),
    createdDate: Instant,
  },
  label: ['nameZh', 'nameEn'],
  bulk: ['delete'],
  sort: 'position',
})
