/** Who may sign in as what. `user` and `anonymous` are members and passers-by: they never sign in here. */
export const roles = [
  'superAdmin',
  'admin',
  'company_group',
  'company_user',
  'station_master',
  'station_bill',
  'station_employee',
  'station_salesman',
  'station_leader',
  'group_master',
  'user',
  'anonymous',
] as const
export type Role = (typeof roles)[number]
