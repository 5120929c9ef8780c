export default {
  users: {
    one: '员工', name: '姓名', mobile: '手机号', mobile_help: '手机号或邮箱用于登录，至少填写一项', email: '邮箱', nozzle: '负责油枪', promoter: '推广员', readOnly: '只读',
    readOnly_help: '可以查看，不能修改任何数据', remark: '备注', loginFrom: '可登录时间起', loginFrom_help: '油企所在时区的时:分，例如 08:30；可跨午夜', loginTo: '可登录时间止',
    loginDeviceType: '限定客户端', loginDeviceType_help: '只允许从此类客户端登录，例如 web；留空不限', loginReason: '登录限制原因', loginReason_help: '被拒绝时告知本人',
    searchOrderDays: '订单可查天数', searchOrderItemDays: '订单商品可查天数', searchClassSettleDays: '班结可查天数', searchDailyReportDays: '日报可查天数',
    searchCardDetailDays: '卡明细可查天数', roles: '角色', password: '初始密码', password_help: '至少 8 位；留空则通过邀请链接由本人设置', company: '所属油企', isStaff: '员工',
    disabled: '状态', hasPin: '已设 PIN', lastLoginDate: '最近登录', createdDate: '创建时间', state_normal: '正常', state_disabled: '已停用', state_readOnly: '只读',
    oldPassword: '原密码', pin: 'PIN',
  },
  staff: {
    atThisStation: '本站员工', wholeCompany: '全部员工', scope: '范围', addRole: '添加角色', removeRole: '移除{role}', chooseStation: '选择油站', ownRoles: '不能修改自己的角色',
    resetPassword: '重置密码', resetPasswordOf: '重置“{name}”的密码', newPassword: '新密码', resetDone: '密码已重置，该员工须重新登录',
    invite: '邀请链接', inviteOf: '邀请“{name}”', inviteHelp: '把链接交给本人，打开后自行设置密码。链接只能使用一次，{until} 前有效。', copy: '复制链接', copied: '已复制',
    disable: '停用', askDisable: '确定停用“{name}”吗？其登录会立即失效。', disabled: '已停用', enable: '启用', askEnable: '确定启用“{name}”吗？', enabled: '已启用', more: '更多',
    moreOf: '“{name}”的更多操作', emptyHint: '新增员工后，把邀请链接交给本人即可登录。', filterState: '状态',
  },
  invitation: {
    title: '设置密码', help: '为您的账号设置登录密码，至少 8 位。', password: '新密码', repeat: '再次输入', submit: '设置密码', differ: '两次输入不一致', short: '至少 8 位',
    done: '{name}，密码已设置，请登录。', signIn: '去登录',
  },
} as const
