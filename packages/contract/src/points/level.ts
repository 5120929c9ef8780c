import { z } from 'zod'
import { resource } from '../kit.ts'
import { Name } from '../units.ts'
import { Points } from './service.ts'

/** 会员等级: the levels of the company's service, to name one of them. They are entered with the service. */
export const memberLevels = resource('memberLevels', {
  table: 'member_level',
  scope: 'company',
  permission: 'points',
  body: z.object({ name: Name(20) }),
  read: { fromGrowth: Points },
  label: ['name'],
  sort: 'fromGrowth,asc',
  versioned: false,
  acts: ['list'],
})
