const zh = {
  act: {
    effect: '变动前后',
    before: '变动前',
    after: '变动后',
    change: '变动',
    becomes: '{label}由 {before} 变为 {after}',
    required: '还需填写：{fields}',
    wrong: '{label}：{words}',
    atMostOf: '最多 {most}（{of}）',
    again: '达到 {limit}，请再次输入金额以确认',
    differs: '与上面输入的 {amount} 不一致',
  },
}
export default zh

declare module '../../../i18n/index.ts' {
  interface Catalogues {
    kit_form: typeof zh
  }
}
