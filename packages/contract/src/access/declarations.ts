import type { Actions, Permissions } from '../declaration.ts'
import { admins, leaders, master } from '../role-sets.ts'

export { refusals } from './refusals.ts'

/** Who signs in, as what, and what they may. */
export const permissions = {
  'access.user.read': { roles: leaders, zh: '查看用户', en: 'View users' },
  'access.user.write': { roles: master, zh: '管理用户', en: 'Manage users' },
  /** What a role may is changed by administrators; which companies belong to a head office, by anyone who runs the system. */
  'access.role.read': { roles: admins, zh: '查看角色权限', en: 'View role permissions' },
  'access.role.write': { roles: admins, zh: '更改角色权限', en: 'Change role permissions' },
  'access.group.read': { roles: admins, zh: '查看油企集团', en: 'View company groups' },
  'access.group.write': { roles: ['superAdmin'], zh: '管理油企集团', en: 'Manage company groups' },
  'access.explain': { roles: master, zh: '查看权限说明', en: 'View access explanations' },
  /** Views of lists that everyone of the company sees. */
  'access.view.share': { roles: master, zh: '共享列表视图', en: 'Share list views' },
} as const satisfies Permissions

export const actions = {
  'access.signIn': { zh: '登录', en: 'Signed in' },
  'access.signIn.wrong': { zh: '登录密码错误', en: 'Wrong password at sign-in' },
  'access.signIn.refused': { zh: '登录被拒绝', en: 'Sign-in refused' },
  'access.signIn.byLink': { zh: '通过链接登录', en: 'Signed in by link' },
  'access.signOut': { zh: '退出登录', en: 'Signed out' },
  'access.code.issue': { zh: '生成登录链接', en: 'Created a sign-in link' },
  'access.code.spent': { zh: '重复使用登录链接', en: 'Sign-in link used again' },
  'access.token.inUrl': { zh: '登录凭证出现在网址中', en: 'Sign-in token in an address' },
  'access.session.end': { zh: '结束自己的一处登录', en: 'Ended an own sign-in' },
  'access.session.endAll': { zh: '结束自己的全部登录', en: 'Ended all own sign-ins' },
  'access.session.endOf': { zh: '结束他人的登录', en: 'Ended another user’s sign-ins' },
  'access.password.set': { zh: '修改登录密码', en: 'Changed own password' },
  'access.password.reset': { zh: '重置他人的登录密码', en: 'Reset another user’s password' },
  'access.password.wrong': { zh: '原密码错误', en: 'Wrong old password' },
  'access.pin.set': { zh: '设置 PIN', en: 'Set own PIN' },
  'access.pin.reset': { zh: '重置他人的 PIN', en: 'Reset a user’s PIN' },
  'access.pin.wrong': { zh: 'PIN 错误', en: 'Wrong PIN' },
  'access.pin.prove': { zh: 'PIN 验证通过', en: 'Confirmed by PIN' },
  'access.invite': { zh: '生成邀请链接', en: 'Created an invitation link' },
  'access.invitation.accept': { zh: '接受邀请', en: 'Accepted an invitation' },
  'roles.assign': { zh: '分配菜单与按钮', en: 'Assigned menus and buttons' },
  'users.create': { zh: '新增用户', en: 'Added a user' },
  'users.update': { zh: '修改用户', en: 'Changed a user' },
  'users.disable': { zh: '停用用户', en: 'Disabled a user' },
  'users.enable': { zh: '启用用户', en: 'Enabled a user' },
  'roleAccesses.update': { zh: '更改角色权限', en: 'Changed role permissions' },
  'companyGroups.create': { zh: '新增油企集团', en: 'Added a company group' },
  'companyGroups.update': { zh: '修改油企集团', en: 'Changed a company group' },
  'companyGroups.delete': { zh: '删除油企集团', en: 'Deleted a company group' },
  'companyGroups.addUser': { zh: '添加集团用户', en: 'Added a user to a group' },
  'companyGroups.dismissUser': { zh: '移出集团用户', en: 'Removed a user from a group' },
  'savedViews.create': { zh: '保存列表视图', en: 'Saved a list view' },
  'savedViews.update': { zh: '修改列表视图', en: 'Changed a list view' },
  'savedViews.delete': { zh: '删除列表视图', en: 'Deleted a list view' },
  'savedViews.share': { zh: '共享列表视图', en: 'Shared a list view' },
  'savedViews.unshare': { zh: '取消共享列表视图', en: 'Stopped sharing a list view' },
} as const satisfies Actions
