import { errors, resources } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { addWords, setLanguage, t, type Tree } from '../i18n/index.ts'
import { fieldAt } from './field.ts'
import { choiceLabel } from './label.ts'

const catalogues = {
  zh: import.meta.glob<{ default: Tree }>(['../i18n/zh.ts', './**/i18n/zh.ts', '../features/*/i18n/*zh.ts'], { eager: true }),
  en: import.meta.glob<{ default: Tree }>(['../i18n/en.ts', './**/i18n/en.ts', '../features/*/i18n/*en.ts'], { eager: true }),
}

/** Each member of a choice of cards or chips, in its order, with its words: `member 中文 English`. */
function choices(of: string, field: string): string[] {
  const members = fieldAt(resources.get(of)!, field)!.options.map(String)
  const [zh, en] = (['zh', 'en'] as const).map(language => {
    setLanguage(language)
    for (const { default: tree } of Object.values(catalogues[language])) addWords(tree)
    return members.map(member => choiceLabel(of, field, member))
  })
  return members.map((member, at) => `${member} ${zh![at]!} ${en![at]!}`)
}

// @req CRD-004
test('what a card is billed by, and that it is not', () =>
  expect(choices('userCards', 'billingType').toSorted()).toEqual([
    'charge 充值开票 On top-up',
    'consume 消费开票 On consumption',
    'forbidden 不开票 None',
  ]))

// @req CRD-005
test('what a chip was made for', () =>
  expect(choices('cardInfos', 'issueType')).toEqual([
    '1 根母卡 Root mother card',
    '2 根母卡授权卡 Authorisation of a root mother card',
    '3 传输卡 Transfer card',
    '4 传输卡授权卡 Authorisation of a transfer card',
    '5 油站母卡 Station mother card',
    '6 油站母卡授权卡 Authorisation of a station mother card',
    '7 PSAM 卡 PSAM card',
    '8 空白用户卡 Blank user card',
    '9 出厂用户卡 Factory user card',
    '10 油站用户卡 Station user card',
  ]))

// @req CRD-006
test('the type of a chip', () =>
  expect(choices('cardInfos', 'cardType')).toEqual([
    '1 感应卡 Induction card',
    '2 CPU 卡 CPU card',
    '3 PSAM 卡 PSAM card',
    '4 油站母卡 Station mother card',
  ]))

/** Words of a catalogue in both languages, or of a refusal of the server. */
function said(key: string): string[] {
  const refusal = errors[key as keyof typeof errors]
  if (refusal) return [refusal.zh, refusal.en]
  return (['zh', 'en'] as const).map(language => {
    setLanguage(language)
    for (const { default: tree } of Object.values(catalogues[language])) addWords(tree)
    return t(key as never, { why: '…', reason: '…' })
  })
}

// Each notice says in both languages what the specification has it say.

// @req CRD-032 CRD-033 CRD-034 CRD-035 CRD-036 CRD-037
test.each([
  ['cardInfo.notImported', '卡片未导入或无效', 'This card has not been imported or is not valid'],
  ['reader.waiting', '请将卡放在读卡器上', 'Put the card on the reader'],
  ['importPage.failed', '导入系统失败：…', 'Import into system failed: …'],
  ['cardInfo.boundToOther', '卡片已绑定其他用户', 'The card is bound to another user'],
  ['cardInfo.disabled', '卡状态异常', 'The status of the card is not normal'],
  ['cardInfo.otherCompany', '卡片不属于该油企', 'The card does not belong to this company'],
])('a notice about a card: %s is %s, %s', (key, ...words) => expect(said(key)).toEqual(words))

// @req CRD-038 CRD-039 CRD-040 CRD-041 CRD-042 CRD-043
test.each([
  ['chipIssue.failed_issue', '发卡失败：…', 'Card issue failed: …'],
  ['chipIssue.failedContact_issue', '发卡失败，请联系负责人：…', 'Card issue failed, contact the person in charge: …'],
  ['cardInfo.otherType', '卡类型不匹配', 'The card is of another type'],
  ['cardInfo.otherMaker', '卡商不匹配', 'The card is of another maker'],
  ['cardInfo.issued', '卡片已发行，请更换卡片', 'The card is already issued. Use another card.'],
  ['cardInfo.given', '卡片已分配给油企', 'The card has already been given to a company'],
])('a notice about an issue: %s is %s, %s', (key, ...words) => expect(said(key)).toEqual(words))

// @req CRD-044 CRD-045 CRD-046 CRD-047 CRD-048 CRD-056
test.each([
  ['preparePage.failed', '批量发卡失败：…', 'Preparing the card failed: …'],
  ['preparePage.lookUpFailed', '查询卡片失败：…', 'Looking the card up failed: …'],
  ['readCard.lookUpFailed', '查询卡片失败：…', 'Card lookup failed: …'],
  ['cardInfo.notPrepared', '卡片尚未制卡', 'The card has not been prepared yet'],
  ['readCard.employee', '员工卡不能在此充值', 'An employee card cannot be topped up here'],
  ['readCard.fleet', '单位主卡、副卡不能在此充值', 'A fleet master or sub card cannot be topped up here'],
  ['readCard.notIssued', '卡未发行', 'Card not issued'],
  ['reader.hint', '提示', 'Hint'],
])('what the desk and the reader say: %s is %s, %s', (key, ...words) => expect(said(key)).toEqual(words))
