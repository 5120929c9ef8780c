import { companies, configs, renewals, stations, stationServices } from '@forecourt/contract'
import { handle } from '../../platform/execution/command.ts'
import { crud } from '../../platform/execution/crud.ts'
import type { Module } from '../../platform/module.ts'
import { getCardKey, setCardKey } from './card-key.ts'
import { updateCompany } from './company.ts'
import { lookUp } from './geocode.ts'
import { setOfCompany, setOfStation } from './set-config.ts'
import { companyWith, stationWith } from './settings.ts'
import { createStation, publish, renew, updateProfile, updateStation } from './station.ts'
import { systemConfigHandlers } from './system-config.ts'

export { cardKeyOf, keepCardKey, type CardKey } from './card-key.ts'
export { insertCompany } from './company.ts'
export { changeStationConfig } from './set-config.ts'
export { refuseLongQuery } from './query-scope.ts'
export { counted, queried } from './statistics-call.ts'
export { searchScope, settingsOfCompany, settingsOfStation, settingsOfStations } from './settings.ts'
export { confirmSetting, inUnits, refuseUnconfirmed } from './unusual.ts'

const getCompany = handle(companies.get, (ctx, { id, query }) => companyWith(ctx, id, query.expand) as never)
const getStation = handle(stations.get, (ctx, { id, query }) => stationWith(ctx, id, query.expand) as never)

/** Companies and stations, and what they work by. A company is made by the module that lets its first administrator in. */
export const org = {
  name: 'org',
  handlers: [
    ...crud(companies, ['list']),
    getCompany,
    updateCompany,
    getCardKey,
    setCardKey,
    ...crud(stations, ['list']),
    getStation,
    createStation,
    updateStation,
    updateProfile,
    publish,
    ...crud(stationServices),
    ...crud(renewals, ['list']),
    renew,
    lookUp,
    ...crud(configs),
    setOfCompany,
    setOfStation,
    ...systemConfigHandlers,
  ],
} satisfies Module
