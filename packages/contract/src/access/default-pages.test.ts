import { expect, test } from 'vitest'
import { pages, pagesOf } from '../pages.ts'
import { roles, type Role } from '../roles.ts'

/** The columns below; members and passers-by open none of these pages. */
const columns = [
  'superAdmin',
  'admin',
  'company_group',
  'company_user',
  'station_master',
  'station_leader',
  'station_employee',
  'station_salesman',
  'station_bill',
  'group_master',
] as const satisfies readonly Role[]

/**
 * Which role opens which pages by default, written by hand and not read from the product: the marks, then the pages they hold for.
 * @source decisions.md C10
 */
const table = `
SA AD CG CU SM SL SE SS SB GM
+  +  +  +  +  +  .  +  +  .   allQuery fuelQuery notFuelQuery allDetails fuelDetails notFuelDetails previewPrint
+  +  +  +  +  +  .  +  +  .   transactions transactionsStatistic salesStatistic
+  +  +  +  +  +  +  .  +  .   rechargeHistory rechargeDetails
+  +  +  +  +  +  .  .  +  .   classSettle classSettleDetails printClassSettle daySettle daySettleDetails printDaySettle
+  +  +  +  +  +  .  .  +  .   userCardDetails consumeStatistic rechargeConsume printRechargeConsume clockFaults download
+  +  +  +  +  +  .  .  .  .   moneyChange printMoneyChange
+  +  .  +  +  +  +  .  .  .   cardQuery cardCostHistory
+  +  .  +  +  +  +  +  .  .   recordOrder
+  +  .  +  +  .  .  .  .  .   staffMge stationAssginMenu fuelMge tankMge nozzleMge deviceMge stationConfig myStation fuelCode
+  +  .  +  .  .  .  .  .  .   baseFuelMge companyDetails addStations companyUserMge companyAssginMenu companyConfig
+  +  .  .  .  .  .  .  .  .   addCompanies changeLogo companyGroup groupUsers userMge assginMenu roleAccessConfig renewMge
+  +  .  .  .  .  .  .  .  .   systemConfig auditLogs historyImport messageOutbox backgroundJobs
+  .  .  .  .  .  .  .  .  +   assginMge
`
const lines = table
  .trim()
  .split('\n')
  .slice(1)
  .map(line => ({ marks: line.slice(0, 30).trim().split(/\s+/), names: line.slice(30).trim().split(' ') }))
const openToAll = ['login', '404', 'noAccess', 'home', 'personCenter', 'version', 'gallery']

// @req ACC-085
test.each(roles.map(role => [role]))('%s opens by default the pages of the matrix and no others', role => {
  const at = columns.findIndex(name => name === role)
  const own = lines.filter(({ marks }) => marks[at] === '+').flatMap(({ names }) => names)
  expect([...pagesOf(role)].toSorted()).toEqual([...openToAll, ...own].toSorted())
})

// @req ACC-085
test('every page that is not open to everyone stands in the matrix once', () => {
  const named = [...openToAll, ...lines.flatMap(({ names }) => names)]
  expect(named.toSorted()).toEqual(pages.map(({ name }) => name as string).toSorted())
})
