import { ScriptDescription } from '@forecourt/contract/schemas'

const w = (zh: string, en: string) => ({ zh, en })
const times = w('时间', 'Times')
const tiers = (count: number) => Array.from({ length: count }, (_, at) => ({ id: at + 1, label: w(`${at + 1} 级会员`, `Level ${at + 1}`) }))

/** Every type of field there is, as a marketing rule might ask for them. */
export const everyField = ScriptDescription.parse({
  fields: {
    title: { name: w('活动名称', 'Activity'), type: 'text', required: true },
    fuels: { name: w('适用油品', 'Fuels'), type: 'fuel', multiple: true, required: true },
    product: { name: w('主油品', 'Main product'), type: 'product' },
    item: { name: w('赠送商品', 'Gift'), type: 'item' },
    category: { name: w('商品分类', 'Category'), type: 'category' },
    card: { name: w('卡产品', 'Card'), type: 'card' },
    tag: { name: w('会员标签', 'Tag'), type: 'tag' },
    group: { name: w('车队', 'Fleet'), type: 'group' },
    deal: { name: w('优惠券', 'Coupon'), type: 'deal' },
    payTypes: { name: w('支付方式', 'Pay types'), type: 'payType', multiple: true },
    rebate: {
      name: w('返利', 'Rebate'),
      unit: w('元/升', 'per litre'),
      type: 'float',
      fix: 2,
      limit: { min: 0, max: 5 },
      required: true,
      help: w('每升返还的金额', 'What is given back for each litre'),
    },
    days: { name: w('提前天数', 'Days ahead'), unit: w('天', 'days'), type: 'integer', limit: { min: 1, max: 90 } },
    ratio: { name: w('折算系数', 'Ratio'), type: 'float' },
    serial: { name: w('流水号', 'Serial no.'), type: 'long' },
    weekday: {
      name: w('活动周期', 'Repeats'),
      type: 'enum',
      enum: [
        { id: 'daily', label: w('每天', 'Daily') },
        { id: 'weekly', label: w('每周', 'Weekly') },
        { id: 'fortnightly', label: w('每两周', 'Fortnightly') },
        { id: 'monthly', label: w('每月', 'Monthly') },
        { id: 'quarterly', label: w('每季度', 'Quarterly') },
        { id: 'yearly', label: w('每年', 'Yearly') },
      ],
    },
    levels: { name: w('会员等级', 'Levels'), type: 'enum', multiple: true, enum: tiers(6) },
    five: { name: w('优先等级', 'First levels'), type: 'enum', multiple: true, enum: tiers(5) },
    limited: { name: w('限量', 'limited'), type: 'boolean', required: true },
    stock: { name: w('库存', 'Stock'), type: 'integer', required: true, condition: { field: 'limited', in: [true] } },
    stacked: { name: w('可叠加', 'stacked'), type: 'boolean' },
    cars: { name: w('车牌白名单', 'Plates'), type: 'car' },
    note: { name: w('说明', 'Remark'), type: 'textarea' },
    extra: { name: w('扩展参数', 'Parameters'), type: 'json' },
    startsAt: { name: w('开始时间', 'Starts'), section: times, type: 'LocalDateTime', required: true },
    month: { name: w('结算月', 'Month'), section: times, type: 'month' },
    day: { name: w('发布日', 'Published on'), section: times, type: 'date' },
    moment: { name: w('提醒时间', 'Reminder'), section: times, type: 'datetime' },
    period: { name: w('活动日期', 'Period'), section: times, type: 'daterange' },
    steps: { name: w('累计升数', 'Steps'), unit: w('升', 'L'), type: 'list', element: 'integer', limit: { min: 1, max: 9999 } },
    rules: {
      name: w('阶梯规则', 'Tiers'),
      type: 'objectArray',
      fields: {
        from: { name: w('起始升数', 'From'), unit: w('升', 'L'), type: 'integer', required: true },
        gift: { name: w('赠送', 'Gift'), unit: w('元', 'yuan'), type: 'float', fix: 2 },
      },
    },
    labels: { name: w('打印标签', 'Labels'), type: 'map' },
    host: { name: w('控制器地址', 'Controller'), type: 'ip' },
  },
})

export const filled = {
  title: '周末加油返利',
  rebate: 0.2,
  days: 7,
  weekday: 'weekly',
  levels: [1, 3],
  five: [2],
  limited: true,
  stock: 500,
  cars: ['粤B12345', '粤BD12345', '粤B 1'],
  note: '92#、95# 均可参加',
  extra: { station: 'A', tiers: [1, 2] },
  startsAt: '2026-11-20T08:30:05',
  month: 1_761_926_400_000,
  day: 1_763_568_000_000,
  moment: 1_763_611_200_000,
  period: [1_763_568_000_000, 1_764_172_799_000],
  steps: [100, 300],
  rules: [
    { from: 100, gift: 5 },
    { from: 300, gift: 20 },
  ],
  labels: { header: '欢迎光临', footer: '一路平安' },
  host: '192.168.1.20:9200',
}

export const longWords = ScriptDescription.parse({
  fields: {
    reason: {
      name: w(
        '因油站控制器离线超过二十四小时而未能按计划生效的调价单需要填写的原因说明',
        'Reason why the price change did not take effect although the controller of the station had been offline for a day',
      ),
      unit: w('每一百公升加油量', 'per one hundred litres of fuel taken'),
      type: 'float',
      required: true,
      order: 2,
    },
    result: {
      name: w('结果', 'Outcome'),
      type: 'enum',
      required: true,
      order: 3,
      enum: [
        { id: 'done', label: w('已处理', 'Dealt with') },
        { id: 'left', label: w('未处理', 'Left as it is') },
      ],
    },
    again: {
      name: w('是否重新下发', 'Sent again'),
      type: 'enum',
      buttons: true,
      order: 4,
      enum: [
        { id: 'now', label: w('立即', 'Now') },
        { id: 'later', label: w('稍后', 'Later') },
      ],
    },
    choice: {
      name: w('处理方式', 'What to do'),
      type: 'enum',
      order: 1,
      multiple: true,
      enum: Array.from({ length: 6 }, (_, at) => ({
        id: at,
        label: w(
          `第 ${at + 1} 种处理方式：由站长确认后重新下发并通知全部当班人员`,
          `Way ${at + 1}: sent again once the manager has agreed, and everyone on shift is told`,
        ),
      })),
    },
  },
})

export const card = {
  id: 7,
  name: '储值卡 Stored value',
  type: 'debit',
  description: '',
  endTime: null,
  giftFirst: true,
  createdDate: '2026-11-20T00:30:00Z',
}

export const filledRecord = {
  name: '王芳',
  mobile: '13900000001',
  amountCents: 20_050,
  nozzles: 4,
  taxRate: 13,
  kind: 'gasoline',
  active: true,
  startTime: '2026-11-20T00:30:00Z',
  tags: ['VIP'],
  lines: [{ name: '92#', priceCents: 785 }],
  config: { header: 1 },
}

const issued = { lockValue: 0, debtCents: 0, remark: '', issueTime: '2026-11-20T00:30:00Z' }
export const cardRows = [
  { id: 1, number: '6200990000000001', kind: 'personal', status: 'normal', ...issued, value: 1_208_00 },
  { id: 2, number: '6200990000000002', kind: 'master', status: 'overspend', ...issued, value: 0, debtCents: -50_00 },
  { id: 3, number: '6200990000000003', kind: 'sub', status: 'lose', ...issued, value: 86_420_50, lockValue: 300_00 },
  { id: 4, number: '6200990000000004', kind: 'anonymous', status: 'disable', ...issued, value: 12_30, issueTime: null },
]
export const cardSums = { count: 128, value: 8_764_080, lockValue: 300_00, debtCents: -50_00 }
