import { roles } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { offersDataScreen } from './data-screen.ts'

test('the data screen is offered where the deployment has one, to administrators, head offices and company users', () => {
  expect(roles.filter(role => offersDataScreen(role, true))).toEqual(['superAdmin', 'admin', 'company_group', 'company_user'])
  for (const off of [false, undefined]) expect(roles.filter(role => offersDataScreen(role, off))).toEqual([])
})
