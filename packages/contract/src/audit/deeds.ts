/** What each deed is called that has a name of its own. @see wordsOfDeed for records that were added, changed and deleted */
export const deeds = {
  'access.signIn': { zh: '登录', en: 'Signed in' },
  'access.signIn.wrong': { zh: '登录密码错误', en: 'Wrong password at sign-in' },
  'access.signIn.refused': { zh: '登录被拒绝', en: 'Sign-in refused' },
  'access.signIn.byLink': { zh: '通过链接登录', en: 'Signed in by link' },
  'access.signOut': { zh: '退出登录', en: 'Signed out' },
  'access.code.issue': { zh: '生成登录链接', en: 'Made a sign-in link' },
  'access.code.spent': { zh: '重复使用登录链接', en: 'Sign-in link used again' },
  'access.token.inUrl': { zh: '登录凭证出现在网址中', en: 'Sign-in token in an address' },
  'access.session.end': { zh: '结束自己的一处登录', en: 'Ended one of his own sign-ins' },
  'access.session.endAll': { zh: '结束自己的全部登录', en: 'Ended all his sign-ins' },
  'access.session.endOf': { zh: '结束他人的登录', en: 'Ended somebody’s sign-ins' },
  'access.password.set': { zh: '修改登录密码', en: 'Changed his password' },
  'access.password.reset': { zh: '重置他人的登录密码', en: 'Reset somebody’s password' },
  'access.password.wrong': { zh: '原密码错误', en: 'Wrong old password' },
  'access.pin.set': { zh: '设置 PIN', en: 'Set his PIN' },
  'access.pin.wrong': { zh: 'PIN 错误', en: 'Wrong PIN' },
  'access.pin.prove': { zh: 'PIN 验证通过', en: 'Proved by PIN' },
  'access.invite': { zh: '生成邀请链接', en: 'Made an invitation' },
  'access.invitation.accept': { zh: '接受邀请', en: 'Accepted an invitation' },
  'roles.assign': { zh: '分配菜单与按钮', en: 'Assigned menus and buttons' },
  'users.create': { zh: '新增用户', en: 'Added a user' },
  'users.update': { zh: '修改用户', en: 'Changed a user' },
  'users.disable': { zh: '停用用户', en: 'Disabled a user' },
  'users.enable': { zh: '启用用户', en: 'Enabled a user' },
  'member.add': { zh: '新增会员', en: 'Added a member' },
  'roleAccesses.update': { zh: '更改角色权限', en: 'Changed what a role may' },
  'companies.create': { zh: '新增油企', en: 'Added a company' },
  'companyGroups.create': { zh: '新增油企集团', en: 'Added a company group' },
  'companyGroups.update': { zh: '修改油企集团', en: 'Changed a company group' },
  'companyGroups.delete': { zh: '删除油企集团', en: 'Deleted a company group' },
  'companyGroups.addUser': { zh: '添加集团用户', en: 'Added a user to a group' },
  'companyGroups.dismissUser': { zh: '移出集团用户', en: 'Took a user out of a group' },
  'savedViews.create': { zh: '保存列表视图', en: 'Saved a view of a list' },
  'savedViews.update': { zh: '修改列表视图', en: 'Changed a view of a list' },
  'savedViews.delete': { zh: '删除列表视图', en: 'Deleted a view of a list' },
  'savedViews.share': { zh: '共享列表视图', en: 'Shared a view of a list' },
  'savedViews.unshare': { zh: '取消共享列表视图', en: 'Took back a shared view of a list' },
  'file.upload': { zh: '上传文件', en: 'Uploaded a file' },
  'file.quarantine': { zh: '隔离无法读取的文件', en: 'Put an unreadable file apart' },
  'shift.start': { zh: '开班', en: 'Began a shift' },
  'shift.settle': { zh: '班结', en: 'Settled a shift' },
  'history.import': { zh: '导入历史数据', en: 'Imported history' },
  'device.enrol': { zh: '登记设备', en: 'Enrolled a device' },
  'device.rotate': { zh: '更换设备凭证', en: 'Renewed a device’s credential' },
  'product.price': { zh: '调价', en: 'Changed a price' },
  'order.take': { zh: '接收销售', en: 'Took in a sale' },
  'order.pay': { zh: '收款', en: 'Took a payment' },
  'order.lock': { zh: '锁定订单', en: 'Locked an order' },
  'order.release': { zh: '解除锁定订单', en: 'Released an order' },
  'order.close': { zh: '关闭订单', en: 'Closed an order' },
  'card.issue': { zh: '发卡', en: 'Issued a card' },
  'card.topUp': { zh: '充值', en: 'Topped up a card' },
  'card.overspend': { zh: '卡片透支', en: 'A card went into debt' },
  'card.refund': { zh: '退款到卡', en: 'Refunded to a card' },
  'card.loss': { zh: '挂失', en: 'Reported a card lost' },
  'card.unhook': { zh: '解挂', en: 'Lifted a report of loss' },
  'card.disable': { zh: '停用卡', en: 'Disabled a card' },
  'card.enable': { zh: '启用卡', en: 'Enabled a card' },
  'card.payPassword.wrong': { zh: '支付密码错误', en: 'Wrong payment password' },
  'card.payPassword.reset': { zh: '重置支付密码', en: 'Reset a payment password' },
  'ledger.prove': { zh: '核对账本', en: 'Proved the books' },
  'audit.verify': { zh: '校验日志链', en: 'Verified the audit log' },
} as const satisfies Record<string, { readonly zh: string; readonly en: string }>

/** What is done to any record; the noun is filled in. */
export const recordDeeds = {
  create: { zh: '新增{noun}', en: 'Added: {noun}' },
  update: { zh: '修改{noun}', en: 'Changed: {noun}' },
  delete: { zh: '删除{noun}', en: 'Deleted: {noun}' },
} as const

/** A deed in words: its own, or those of its kind with the record's noun. Nothing for one that has none. */
export function wordsOfDeed(action: string, language: 'zh' | 'en', nounOf: (resource: string) => string): string | undefined {
  const own = (deeds as Record<string, { zh: string; en: string }>)[action]
  if (own) return own[language]
  const [resource = '', verb = '', more] = action.split('.')
  const kind = more === undefined ? (recordDeeds as Record<string, { zh: string; en: string }>)[verb] : undefined
  return kind?.[language].replace('{noun}', nounOf(resource))
}
