import { OrderType, resources, roles } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { addWords, setLanguage, t, type Tree, wordsFor } from '../i18n/index.ts'
import { fieldAt } from './field.ts'
import { choiceLabel } from './label.ts'

const catalogues = {
  zh: import.meta.glob<{ default: Tree }>(['../i18n/zh.ts', './**/i18n/zh.ts', '../features/*/i18n/zh.ts'], { eager: true }),
  en: import.meta.glob<{ default: Tree }>(['../i18n/en.ts', './**/i18n/en.ts', '../features/*/i18n/en.ts'], { eager: true }),
}
const speak = (language: 'zh' | 'en') => {
  setLanguage(language)
  for (const { default: tree } of Object.values(catalogues[language])) addWords(tree)
}
beforeEach(() => speak('zh'))

const inOrder = (one: string, other: string) => (one < other ? -1 : 1)

const membersOf = (of: string, field: string) => fieldAt(resources.get(of)!, field)!.options.map(String)

/** Each member of a choice that a list shows, with its words: `member 中文 English`. */
function choices(of: string, field: string, members = membersOf(of, field)): string[] {
  const said = (['zh', 'en'] as const).map(language => {
    speak(language)
    return members.map(member => choiceLabel(of, field, member))
  })
  return members.map((member, at) => `${member} ${said[0]![at]!} ${said[1]![at]!}`).toSorted(inOrder)
}
const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map(line => line.trim())
    .toSorted(inOrder)

// Choices are those of the specification, called as it calls them.

// @req SAL-004
test('status of an order', () =>
  expect(choices('orders', 'status')).toEqual(
    lines(`open 未支付 Unpaid
      success 成功 Success
      close 已关闭 Close
      lock 支付中 Paying
      fail 失败 Fail
      partiallyPaid 部分支付 Partial payment`),
  ))

// @req SAL-007
test('type of an order', () =>
  expect(choices('orders', 'type', [...OrderType.values].map(String))).toEqual(
    lines(`99 补单 Supplementary
      0 油品 Fuel
      1 其他 Others`),
  ))

// @req SAL-034
test('how a fuelling was preset', () =>
  expect(choices('orders', 'fuelMethod')).toEqual(
    lines(`amount 定额 Amount
      volume 定量 Volume
      full 加满 Full tank`),
  ))

// @req SAL-009
test.each(['orders', 'transactions'])('whether %s were refunded', of =>
  expect(choices(of, 'refundStatus')).toEqual(
    lines(`notRefunded 未退款 Not refunded
      partlyRefunded 部分退款 Partly refunded
      refunded 已退款 Refunded`),
  ),
)

// @req SAL-010 SAL-011
test('reason and way of a refund', () => {
  expect(choices('refunds', 'reason')).toEqual(
    lines(`paidWrong 客户付错 Customer paid wrong
      changeTender 客户更换支付方式 Customer wants to change payment method
      afterLoss 黑名单卡加油 Fuelled with a blacklisted card
      other 其他 Other`),
  )
  expect(choices('refunds', 'mode')).toEqual(
    lines(`original 原路退回 To the original payment method
      cash 现金 Cash`),
  )
})

// @req SAL-028
test('type of a card transaction', () =>
  expect(choices('userCardDetails', 'type')).toEqual(
    lines(`charge 充值 Top-up
      chargeReward 充值赠送 Top-up reward
      refundCharge 充值退款 Top-up refund
      refundChargeReward 充值赠送退款 Top-up reward refund
      refundReward 赠送退款 Reward refund
      consume 消费 Consume
      refundConsume 消费退款 Consume refund
      assign 划拨 Assign
      reward 赠送 Reward
      deduction 过期扣减 Expired deduction
      back 油款返还 Fuel money back
      adjust 调整 Adjust`),
  ))

// @req CRD-003 CRD-008 MEM-008
test('kind and status of a card', () => {
  expect(choices('userCards', 'kind')).toEqual(
    lines(`personal 个人卡 Personal
      employee 员工卡 Employee
      anonymous 不记名卡 Anonymous
      master 单位主卡 Fleet master
      sub 单位副卡 Fleet sub`),
  )
  expect(choices('userCards', 'status')).toEqual(
    lines(`normal 正常 Normal
      lose 挂失 Loss
      disable 停用 Disable
      lock 锁定 Lock
      overspend 透支 Overcharge`),
  )
})

// @req SAL-005
test('ways of payment', () =>
  expect(choices('orders', 'payType')).toEqual(
    lines(`wx 微信支付 WeChat Pay
      ali 支付宝 Alipay
      unionPay 银联支付 UnionPay
      qrCode 扫码支付 QR payment
      faceCode 刷脸支付 Face payment
      barCode 付款码支付 Payment code
      jsApi 公众号/小程序支付 In-app payment
      card 加油卡 Fuel card
      sinopecUserCard 中石化加油卡 Sinopec fuel card
      egUserCard EG加油卡 EG fuel card
      sinopecOtherCard 中石化其他卡 Other Sinopec card
      externalUserCard 外部卡 External card
      hsCard12 HS卡12 HS card 12
      hsCard15 HS卡15 HS card 15
      hsCardOther HS卡其他 HS card, other
      unionCard 联名卡 Union card
      union 联盟支付 Alliance payment
      debit 储值卡支付 Stored value
      score 积分支付 Points
      free 免单 Free
      douyin 抖音 Douyin
      coupon 优惠券 Coupon
      other 其他 Other
      tuanYou 团油 Tuanyou
      bankCard 银行卡 Bank card
      didi 滴滴加油 DiDi
      huochebang 货车帮 Huochebang
      gift 赠送 Gift
      yijiayou 易加油 Yijiayou
      tuhu 途虎 Tuhu
      cash 现金 Cash`),
  ))

// @req FOR-008
test('state of a nozzle', () =>
  expect(choices('nozzleControls', 'state')).toEqual(
    lines(`error 故障 Error
      busy 加油中 Fuelling
      idle 空闲 Idle
      offline 离线 Offline`),
  ))

// @req FOR-007
test('state of a dispenser', () =>
  expect(choices('dispensers', 'state')).toEqual(
    lines(`error 故障 Error
      busy 使用中 Busy
      idle 空闲 Idle
      offline 离线 Offline`),
  ))

// @req ACC-060
test('roles', () => {
  const said = (['zh', 'en'] as const).map(language => {
    speak(language)
    return roles.map(role => t(`roles.${role}`))
  })
  expect(roles.map((role, at) => `${role} ${said[0]![at]!} ${said[1]![at]!}`).toSorted(inOrder)).toEqual(
    lines(`superAdmin 超级管理员 Super administrator
      admin 管理员 Administrator
      company_group 集团用户 Company group user
      company_user 油企用户 Company user
      station_master 站长 Station manager
      station_bill 记账员 Station bookkeeper
      station_employee 员工 Station employee
      station_salesman 销售员 Sales assistant
      station_leader 班长 Shift leader
      group_master 车队长 Fleet manager
      user 会员 Member
      anonymous 匿名 Anonymous`),
  )
})

// @req UIX-019 UIX-021 UIX-045 UIX-047 UIX-051 UIX-052
test.each([
  ['script.incomplete', '数据不完整', 'The data is incomplete'],
  ['script.fillCompletely', '请填写完整', 'Please fill in completely'],
  ['kit.prompt', '提示', 'Please confirm'],
  ['kit.cancel', '取消', 'Cancel'],
  ['kit.ok', '确定', 'OK'],
  ['columnLists.showColumns', '显示这些列', 'Show these columns'],
  ['columnLists.hideColumns', '隐藏这些列', 'Hide these columns'],
  ['upload.oneOnly', '一次只能上传一个文件', 'One file at a time'],
  ['kit.added', '新增成功', 'Added'],
  ['kit.saved', '保存成功', 'Saved'],
  ['kit.deleted', '删除成功', 'Deleted'],
  ['staff.disabled', '已停用', 'Disabled'],
  ['cardPage.toppedUp', '充值成功', 'Topped up'],
  ['configPage.synced', '已同步，已通知 2 座油站', 'Synchronised; 2 stations notified'],
] as const)('forms, lists and what is said in passing: %s is %s, %s', (key, ...words) => {
  const said = (['zh', 'en'] as const).map(language => {
    speak(language)
    return t(key, { count: 2 })
  })
  expect(said).toEqual(words)
})

// @req NAV-016 NAV-017 NAV-050 NAV-052 NAV-053 NAV-030
test.each([
  ['shell.companyLevel', '油企级', 'Company level'],
  [
    'shell.companyLevelHelp',
    '本页为油企级页面，内容不随所选油站变化',
    'This page covers the whole company and stays the same whichever station is selected',
  ],
  ['deadEnd.noAccessTo', '您无权进入“油罐”', 'You do not have access to “油罐”'],
  ['stationChooser.askHelp', '切换油站将关闭所有标签页，是否继续？', 'Switching stations closes all tabs. Continue?'],
  ['stationChooser.switched', '已切换到“东站”', 'Switched to “东站”'],
  ['shell.noFullScreen', '您的浏览器不支持全屏', 'you browser can not work'],
  ['shell.backHome', '返回首页', 'Back to home'],
  ['shell.personCenter', '个人中心', 'My profile'],
  ['shell.logOut', '退出登录', 'Log out'],
] as const)('what the layout says: %s is %s, %s', (key, ...words) => {
  const said = (['zh', 'en'] as const).map(language => {
    speak(language)
    return t(key, { page: '油罐', station: '东站' })
  })
  expect(said).toEqual(words)
})

// @req GDS-004 FUE-005 DEV-006
test('type of a category, of a fuel code and of a device', () => {
  expect(choices('categories', 'type')).toEqual(lines('fuel 油品 Fuel\nnormal 普通商品 Goods'))
  expect(choices('fuelCodes', 'type')).toEqual(lines('gasoline 汽油 Gasoline\ndiesel 柴油 Diesel'))
  expect(choices('devices', 'type')).toEqual(
    lines(`pos 收银机 Till
      miniPos 迷你收银机 Mini till
      selfService 自助终端 Self-service
      miniProgram 小程序 Mini program
      mp 公众号 Official account
      miniProgramManager 小程序管理端 Mini-program manager
      web 网页 Web
      dataHub 油站控制器 Site controller
      qPos 移动收银机 Mobile till
      dispenser 加油机 Dispenser
      screen 屏幕 Screen
      screen7 7 寸屏 7-inch screen
      screen15 15 寸屏 15-inch screen
      screen24 24 寸屏 24-inch screen
      screen27 27 寸屏 27-inch screen
      screen32 32 寸屏 32-inch screen`),
  )
})

// @req ORG-035 ORG-036 ORG-037 ORG-038
test.each([
  ['zh', '已开通 未开通', '未到期 已到期 长期', '已授权 未授权', '已配置 未配置'],
  ['en', 'Opened Not opened', 'Not expired Expired Indefinite', 'Authorized Unauthorized', 'Configured Not configured'],
] as const)('the states of a station’s service (%s): %s, %s, %s, %s', (language, opened, expiry, authorized, configured) => {
  speak(language)
  const both = (state: string) => ['yes', 'no'].map(member => wordsFor(`serviceState.${state}_${member}`)).join(' ')
  expect([both('opened'), both('authorized'), both('configured')]).toEqual([opened, authorized, configured])
  expect(['notExpired', 'expired', 'indefinite'].map(member => choiceLabel('stationServices', 'expiry', member)).join(' ')).toBe(expiry)
})

// @req ORG-007 ORG-031 ORG-032
test.each([
  ['kit.differs', '两次输入不一致', 'Inconsistent password: the two entries differ'],
  ['kit.copyFailed', '复制失败，请选中后手动复制', 'Copying failed: select the text and copy it by hand'],
  ['companyPage.copyFailed', '复制失败，请选中后手动复制', 'Copying failed: select the text and copy it by hand'],
  ['kit.notRight', '输入有误', 'Not a valid entry'],
] as const)('what a form says of an entry, or of a copy: %s is %s, %s', (key, zh, en) => {
  speak('zh')
  expect(t(key)).toBe(zh)
  speak('en')
  expect(t(key)).toBe(en)
})
