import { cardLife, cardStops, type MassAct } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import type { BulkAct } from '../../kit/list/bulk.ts'
import type { Card } from './whole-card.ts'

/** An act that is begun for the cards that are chosen. */
export interface Mass {
  readonly act: MassAct
  readonly rows: readonly Card[]
}

const permissions: Record<MassAct, string> = {
  loss: cardStops.loss.permission,
  unhook: cardStops.unhook.permission,
  disable: cardStops.disable.permission,
  enable: cardStops.enable.permission,
  extend: cardLife.extend.permission,
  sync: cardLife.sync.permission,
  limits: 'card.terms',
}
const grave: readonly MassAct[] = ['loss', 'disable']
export const massLabel = (act: MassAct): string => t(act === 'limits' ? 'massCards.limits' : `cardPage.${act}`)

/** What may be done to many cards at once: one call, in which each is answered for itself. */
export const massActs = (begin: (mass: Mass) => void): readonly BulkAct<Card>[] =>
  (Object.keys(permissions) as MassAct[]).map(act => ({
    key: act,
    label: massLabel(act),
    danger: grave.includes(act),
    permission: permissions[act],
    ask: () => massLabel(act),
    run: () => Promise.resolve(),
    together: rows => begin({ act, rows }),
  }))
