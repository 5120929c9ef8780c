import type { ResultReason } from '@forecourt/contract/reader/result-codes.ts'

/** What each result says to a user. It is shown as it is, under the title 提示 / Hint. @source spec 0 §8 */
export const words = {
  ok: { zh: '成功', en: 'Done' },
  badRequest: { zh: '请求内容有误', en: 'The request is not correct' },
  unknownPath: { zh: '没有这个接口', en: 'There is no such call' },
  tooLarge: { zh: '请求内容过大', en: 'The request is too large' },
  internal: { zh: '读卡服务出错，请重试', en: 'The card reader service failed, please try again' },
  originRefused: { zh: '读卡服务未允许此网站访问', en: 'The card reader service does not allow this site' },
  hostRefused: { zh: '读卡服务只能通过本机地址访问', en: 'The card reader service is reached by this machine’s own address only' },
  nonceRefused: { zh: '写卡许可已失效，请重试', en: 'The permission to write has expired, please try again' },
  noReader: { zh: '未找到读卡器，请检查连接', en: 'No card reader found, check that it is connected' },
  readerBusy: { zh: '读卡器正忙，请稍候再试', en: 'The card reader is busy, please try again shortly' },
  readerTimeout: {
    zh: '读卡器没有响应；是否写入不明，请重新读卡',
    en: 'The card reader did not answer; read the card again to see what stands on it',
  },
  readerFailed: { zh: '读卡器出错，请重新放卡', en: 'The card reader failed, place the card again' },
  noCard: { zh: '请将卡放在读卡器上', en: 'Put the card on the reader' },
  cardRemoved: { zh: '卡被提前移开，请重新放卡后再试', en: 'The card was taken away too early, place it again and repeat' },
  cardBroken: { zh: '卡片损坏，请换一张卡', en: 'The card is damaged, use another one' },
  otherCard: { zh: '读卡器上不是这张卡，请换回原卡', en: 'This is another card than the one that was read, place that one' },
  otherMaker: { zh: '卡厂商不符', en: 'Card maker mismatch' },
  otherType: { zh: '卡类型不符', en: 'Card type mismatch' },
  notUserCard: {
    zh: '这是母卡、授权卡、传递卡或 PSAM 卡，不能写入',
    en: 'This is a mother, authorisation, transfer or PSAM card, which is not written here',
  },
  alreadyNumbered: { zh: '此卡已有卡号，请换一张卡', en: 'This card already has a number, use another one' },
  notWritten: { zh: '卡内没有数据，请重新写卡', en: 'Nothing is written on the card, write it again' },
  differs: { zh: '卡内数据与应写内容不一致，请重新写卡', en: 'What stands on the card is not what should, write it again' },
} as const satisfies Record<ResultReason, { zh: string; en: string }>

export type Language = 'zh' | 'en'

/** `?language=en`, else the headers; Chinese where nothing is said. */
export function languageOf(query: unknown, headers: Readonly<Record<string, unknown>>): Language {
  const said = (query as { language?: unknown } | undefined)?.language ?? headers['language'] ?? headers['accept-language']
  return typeof said === 'string' && said.toLowerCase().startsWith('en') ? 'en' : 'zh'
}
