import type { ErrorSpec } from './spec.ts'

/** What any call may be refused with. */
export default {
  'auth.required': { status: 401, zh: '您的登录已过期，请重新登录', en: 'Your sign-in has expired. Please sign in again.' },
  'auth.forbidden': { status: 403, zh: '您没有此操作的权限', en: 'You do not have permission to do this' },
  'auth.readOnly': { status: 403, zh: '您的账号为只读，不能修改数据', en: 'Your account is read-only and cannot change anything' },
  notFound: { status: 404, zh: '记录不存在，或不属于您可查看的范围', en: 'The record does not exist, or you do not have access to it' },
  validation: { status: 400, zh: '输入有误，请检查标出的字段', en: 'Some entries are not valid. Please check the marked fields.' },
  'script.incomplete': { status: 400, zh: '数据不完整', en: 'The data is incomplete' },
  'request.malformed': { status: 400, zh: '请求格式有误', en: 'The request is malformed' },
  'request.tooLarge': { status: 413, zh: '请求内容过大', en: 'The request is too large' },
  'request.unsupportedType': { status: 415, zh: '只接受 JSON 格式的请求', en: 'Only JSON requests are accepted' },
  'request.tooSlow': { status: 408, zh: '请求内容传输过慢，连接已断开', en: 'The request took too long to arrive and was cut off' },
  'request.tooMany': { status: 429, zh: '操作过于频繁，请稍后再试', en: 'Too many requests. Please try again later.' },
  'server.busy': { status: 503, zh: '系统繁忙，请稍后再试', en: 'The system is busy. Please try again shortly.' },
  'clock.notDriven': {
    status: 403,
    zh: '服务器时间不能由调用方指定',
    en: 'This server does not take the time from its callers',
  },
  'server.diskFull': {
    status: 503,
    zh: '服务器磁盘空间已满，数据可以查看，暂时不能保存，请联系管理员清理磁盘',
    en: 'The server has run out of disk space. Data can be viewed but not saved. Please ask the administrator to free space.',
  },
  internal: {
    status: 500,
    zh: '系统出错，请把编号 {requestId} 告诉管理员',
    en: 'Something went wrong. Please give the number {requestId} to the administrator.',
  },
  stale: { status: 409, zh: '记录已被他人修改，请刷新后重试', en: 'Someone else has changed this record. Refresh and try again.' },
  inUse: { status: 409, zh: '该记录已被其他数据引用，不能删除', en: 'Other records use this one, so it cannot be deleted' },
  'idempotency.reused': {
    status: 422,
    zh: '同一请求编号已用于另一内容',
    en: 'This request key has already been used for a different request',
  },
  'idempotency.tooLong': {
    status: 400,
    zh: '请求编号（Idempotency-Key）最长 {max} 个字符',
    en: 'The Idempotency-Key can be at most {max} characters long',
  },
  'idempotency.notHonoured': {
    status: 400,
    zh: '此接口不支持请求编号（Idempotency-Key），请去掉后重试',
    en: 'This call does not take an Idempotency-Key. Send it again without one.',
  },
  search_malformed: {
    status: 400,
    field: 'search',
    zh: '搜索条件有误（第 {position} 个字符）：{reason}',
    en: 'The search is malformed at character {position}: {reason}',
  },
  search_unknown_field: {
    status: 400,
    field: 'search',
    zh: '不能按“{path}”搜索或排序',
    en: 'Cannot search or sort by “{path}”',
  },
  search_bad_value: {
    status: 400,
    field: 'search',
    zh: '搜索值“{value}”不适用于“{path}”：{reason}',
    en: '“{value}” is not valid for “{path}”: {reason}',
  },
  search_bad_operator: {
    status: 400,
    field: 'search',
    zh: '“{path}”不支持该比较方式：{reason}',
    en: '“{path}” cannot be compared in this way: {reason}',
  },
  search_too_long: { status: 400, field: 'search', zh: '搜索条件过长：{reason}', en: 'The search is too long: {reason}' },
  'search.rangeTooLong': {
    status: 422,
    field: 'search',
    zh: '一次最多查询 {months} 个月，请缩短期间，或由管理员在油企配置中放宽',
    en: 'At most {months} month(s) at a time: choose a shorter period, or have the limit raised in the company settings',
  },
  'search.olderApart': {
    status: 422,
    field: 'from',
    zh: '一年以前的记录须单独查询：请加 from=history',
    en: 'Records older than a year must be requested separately, with from=history',
  },
  'expand.unknown': { status: 400, field: 'expand', zh: '没有名为“{path}”的关联', en: 'There is no relation “{path}”' },
} as const satisfies Record<string, ErrorSpec>
