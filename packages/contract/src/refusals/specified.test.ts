import { expect, test } from 'vitest'
import { wordsOf } from '../errors.ts'

const both = (code: Parameters<typeof wordsOf>[0], detail = {}) => [wordsOf(code, 'zh', detail), wordsOf(code, 'en', detail)]

// @req ACC-020 ACC-021 ORG-028 ORG-029 ORG-030 DEV-013
test.each([
  ['login.wrong', '油企编码、账号或密码错误', 'Wrong company code, account or password'],
  ['login.forbidden', '您无法登录，请联系管理员', 'You cannot log in, contact the administrator'],
  ['user.mobileTaken', '用户已存在：该手机号已登记', 'User already exists: this mobile number is registered'],
  ['user.emailTaken', '用户已存在：该邮箱已登记', 'User already exists: this e-mail address is registered'],
  ['station.nameTaken', '油站已存在：已有名为“东”的油站', 'Station already exists: there is a station named “东”'],
  ['device.nameTaken', '设备已存在：该油站已有名为“东”的设备', 'Device already exists: the station has a device named “东”'],
  ['geocode.notFound', '地址解析失败，请输入正确的地址', 'Address lookup failed, enter correct address'],
] as const)('of people, stations and devices: %s is %s, %s', (code, ...words) => {
  expect(both(code, { name: '东' })).toEqual(words)
})

// @req SAL-015 SAL-016 MEM-024 MEM-027 GDS-010 EXP-006
test.each([
  ['refund.notPossible', '该流水当前状态不可退款', 'The current status of this payment does not allow a refund'],
  ['order.cannotBeRevoked', '订单 7 的交易状态不可撤销', 'The transaction state of order 7 cannot be revoked'],
  ['member.notFound', '未找到该手机号', 'Phone number not found'],
  ['card.cannotRecharge', '此类卡不能直接充值', 'A card of this kind cannot be topped up'],
  ['category.hasItems', '分类“饮料”下还有 3 个商品，请先移出再删除', 'The category “饮料” still has 3 items. Move them first.'],
  ['export.window', '只能导出 3 个月以内的数据，请先选择时间范围', 'Only 3 months can be exported at a time. Choose a period first.'],
] as const)('of orders, cards and goods: %s is %s, %s', (code, ...words) => {
  expect(both(code, { orderNo: 7, name: '饮料', items: 3, months: 3 })).toEqual(words)
})
