const zh = {
  script: {
    incomplete: '数据不完整',
    all: '全选',
    clear: '清除',
    addEntry: '增加一项',
    removeEntry: '删除此项',
    entries: '{name}：各项',
    entry: '第 {at} 项',
    entryWrong: '第 {at} 项，有误',
    addNumber: '增加一个',
    numberAt: '{name}，第 {at} 个',
    removeNumber: '删除第 {at} 个',
    addPair: '添加',
    addPairTo: '添加：{name}',
    removePair: '删除 {key}',
    key: '键',
    value: '值',
    fillCompletely: '请填写完整',
    noPairs: '还没有内容',
    plates: '输入车牌后按回车',
  },
}
export default zh

declare module '../../../i18n/index.ts' {
  interface Catalogues {
    kit_script_form: typeof zh
  }
}
