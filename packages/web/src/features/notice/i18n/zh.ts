const zh = {
  stopNotices: {
    title: '停止接收优惠短信',
    help: '按下后，您将不再收到该公司的优惠短信；会员权益不受影响。',
    stop: '不再接收',
    done: '{company} 不会再向您发送优惠短信。',
  },
}
export default zh

declare module '../../../i18n/index.ts' {
  interface Catalogues {
    notice: typeof zh
  }
}
