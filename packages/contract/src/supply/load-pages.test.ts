import { expect, test } from 'vitest'
import { pages } from '../pages.ts'

const factsOf = (path: string) => {
  const page = pages.find(each => each.path === path)
  return page && [page.level, page.section, page.hidden === true, page.parent, page.zh, page.en]
}

// @req SUP-020 SUP-029 SUP-030 SUP-031
test.each([
  ['/oilCompanyOperate/transportMge', false, undefined, '运输合同', 'Transport contracts'],
  ['/oilCompanyOperate/addTransportInfo', true, 'transportMge', '新增运输合同', 'Add transport contract'],
  ['/oilCompanyOperate/editTransportInfo/{id}', true, 'transportMge', '编辑运输合同', 'Edit transport contract'],
  ['/printTransportDetail/{transportId}', true, 'transportMge', '运输合同打印', 'Print transport contract'],
])('loads: %s', (path, hidden, parent, zh, en) => expect(factsOf(path)).toEqual(['company', 'oilCompanyOperate', hidden, parent, zh, en]))

// @req SUP-019 SUP-032 SUP-033
test.each([
  ['/oilCompanyOperate/settleMge', false, undefined, '月结管理', 'Month-end'],
  ['/oilCompanyOperate/previewSettle', true, 'settleMge', '月结预览', 'Month-end preview'],
  ['/printMonthSettle/{monthSettleId}', true, 'settleMge', '月结单打印', 'Print month-end'],
])('the end of a month: %s', (path, hidden, parent, zh, en) =>
  expect(factsOf(path)).toEqual(['company', 'oilCompanyOperate', hidden, parent, zh, en]),
)
