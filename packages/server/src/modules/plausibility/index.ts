import { fillAlerts } from '@forecourt/contract'
import { sql } from 'kysely'
import { crud } from '../../platform/execution/crud.ts'
import type { Module } from '../../platform/module.ts'
import { among } from '../../platform/postgres/name-companies.ts'
import { alertHandlers } from './alerts.ts'
import { refuseImplausible } from './before.ts'
import { fillsOfDemo } from './demo.ts'
import { forgetFills } from './forget.ts'
import { judgePending } from './roll-up.ts'
import { settingsHandlers } from './settings.ts'

/** Fills of fleets that are hard to believe: found by the rules of their fleet, and answered by people. */
export const plausibility = {
  name: 'plausibility',
  handlers: [...crud(fillAlerts), ...alertHandlers, ...settingsHandlers],
  watches: [judgePending],
  maintenance: [forgetFills],
  refusesFill: refuseImplausible,
  fleetRows: {
    // A leader reads them where the settings of the fleet say so.
    fillAlerts: (fleetId, companyIds) =>
      sql`group_id = ${fleetId} and ${fleetId} in (select group_id from fill_rules where ${among('companyId', companyIds)}
        and leader_sees)`,
  },
  demo: fillsOfDemo,
} satisfies Module
