const zh = {
  members: {
    one: '会员',
    name: '姓名',
    mobile: '手机号',
    email: '邮箱',
    contactPhone: '联系电话',
    contactPhone_help: '手机号或座机，座机写区号',
    invoiceTitle: '发票抬头',
    taxId: '税号',
    avatarId: '头像',
    remark: '备注',
    initials: '姓名首字母',
    idNumberMask: '身份证号',
    idNumber: '身份证号',
    status: '状态',
    status_normal: '正常',
    status_loss: '挂失',
    disabled: '已停用',
    balanceCents: '余额',
    frozenCents: '冻结余额',
    cardCount: '卡数',
    plates: '车牌',
    createdDate: '加入时间',
  },
}
export default zh

declare module '../../../i18n/index.ts' {
  interface Catalogues {
    member: typeof zh
  }
}
