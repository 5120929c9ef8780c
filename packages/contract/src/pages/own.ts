import type { Page } from '../menu.ts'

/** What everyone opens: sign-in, home, his own centre, dead ends. */
export const ownPages = [
  { name: 'login', path: '/login', zh: '登录', en: 'Sign in', level: 'platform', hidden: true, bare: true, roles: 'public' },
  {
    name: '404',
    path: '/404',
    zh: '页面不存在',
    en: 'Page not found',
    level: 'platform',
    hidden: true,
    stationless: true,
    roles: 'signedIn',
  },
  {
    name: 'noAccess',
    path: '/noAccess',
    zh: '无访问权限',
    en: 'No access',
    level: 'platform',
    hidden: true,
    stationless: true,
    roles: 'signedIn',
  },
  { name: 'home', path: '/home', zh: '首页', en: 'Home', level: 'station', uncached: true, stationless: true, roles: 'signedIn' },
  {
    name: 'personCenter',
    path: '/person/personCenter',
    zh: '个人中心',
    en: 'Personal centre',
    level: 'platform',
    hidden: true,
    stationless: true,
    roles: 'signedIn',
  },
  {
    name: 'gallery',
    path: '/gallery',
    zh: '组件陈列',
    en: 'Gallery',
    level: 'platform',
    hidden: true,
    stationless: true,
    development: true,
    roles: 'signedIn',
  },
] as const satisfies readonly Page[]
