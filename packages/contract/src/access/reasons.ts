/**
 * Why somebody may, or may not: the steps of the decision, in the order in which the server takes them. `{name}` is filled from the
 * reason's detail.
 */
interface ReasonSpec {
  readonly zh: string
  readonly en: string
}

export const reasons = {
  'account.disabled': { zh: '账号已停用，不能登录', en: 'The account is disabled and cannot sign in' },
  'account.readOnly': { zh: '账号为只读，不能修改数据', en: 'The account is read-only and cannot change anything' },
  'role.none': { zh: '没有可登录的角色', en: 'The user holds no role that can sign in' },
  'role.superAdmin': { zh: '超级管理员拥有全部权限，不受任何限制', en: 'A super administrator has every permission, without restriction' },
  'role.holds': { zh: '角色默认拥有', en: 'Included in the role by default' },
  'role.lacks': { zh: '角色默认没有', en: 'Not included in the role by default' },
  'company.on': { zh: '本公司为该角色开启', en: 'Switched on for the role by the company' },
  'company.off': { zh: '本公司为该角色关闭', en: 'Switched off for the role by the company' },
  'company.pageBrings': {
    zh: '本公司为该角色开启了页面“{page}”，随之获得',
    en: 'Comes with the page “{page}”, which the company opened to the role',
  },
  'company.pageTakes': {
    zh: '本公司为该角色关闭了需要它的页面“{page}”',
    en: 'Belongs to the page “{page}”, which the company closed to the role',
  },
  'company.buttonListed': {
    zh: '本公司为该角色设置了按钮规则“{button}”',
    en: 'The company set the button rule “{button}” for the role',
  },
  'company.buttonUnlisted': {
    zh: '本公司为该角色取消了按钮规则“{button}”',
    en: 'The company removed the button rule “{button}” from the role',
  },
  'user.on': { zh: '已分配给该用户', en: 'Assigned to the user' },
  'user.off': { zh: '未分配给该用户', en: 'Not assigned to the user' },
  'user.pageBrings': { zh: '随分配给该用户的页面“{page}”获得', en: 'Comes with the page “{page}”, which is assigned to the user' },
  'user.pageTakes': { zh: '需要它的页面“{page}”未分配给该用户', en: 'Belongs to the page “{page}”, which is not assigned to the user' },
  'user.buttonListed': { zh: '该用户被设置了按钮规则“{button}”', en: 'The button rule “{button}” is set for the user' },
  'user.buttonUnlisted': { zh: '该用户未设置按钮规则“{button}”', en: 'The button rule “{button}” is not set for the user' },
  'station.outside': { zh: '该用户在此油站没有这个角色', en: 'The user does not hold this role at that station' },
  'station.elsewhere': {
    zh: '未选择油站时，须在该用户的全部油站都拥有',
    en: 'If no station is selected, the user must have it at all of their stations',
  },
} as const satisfies Record<string, ReasonSpec>
export type ReasonCode = keyof typeof reasons

export const reasonText = (code: ReasonCode, language: 'zh' | 'en', detail: Record<string, unknown>): string =>
  reasons[code][language].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(detail[name] ?? ''))
