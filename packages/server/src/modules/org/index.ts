import { companies, stations } from '@forecourt/contract'
import { handle, type Handler } from '../../platform/command.ts'
import { crud } from '../../platform/crud.ts'
import { setOfCompany, setOfStation } from './set-config.ts'
import { companyWith, stationWith } from './settings.ts'

export { companyConfig } from './settings.ts'

const getCompany = handle(companies.get, (ctx, { id, query }) => companyWith(ctx, id, query.expand) as never)
const getStation = handle(stations.get, (ctx, { id, query }) => stationWith(ctx, id, query.expand) as never)

/** Companies and stations, and what they work by. A company is made by the module that lets its first administrator in. */
export const handlers: readonly Handler[] = [
  ...crud(companies, ['list', 'update']),
  getCompany,
  ...crud(stations, ['list', 'create', 'update']),
  getStation,
  setOfCompany,
  setOfStation,
]
