import ending from './ending-zh.ts'
import imports from './import-zh.ts'

const zh = {
  ...imports,
  ...ending,
  members: {
    one: '会员',
    name: '姓名',
    mobile: '手机号',
    mobile_help: '11 位手机号；境外号码以 + 开头',
    confirmMobile: '再次输入新手机号',
    confirmMobile_help: '与登记的手机号不一致，请再次输入以确认更换',
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
    idNumber_help: '18 位，或旧的 15 位；加密保存',
    status: '状态',
    status_normal: '正常',
    status_loss: '挂失',
    disabled: '已停用',
    balanceCents: '余额',
    frozenCents: '冻结余额',
    fleetMobile: '单位负责人手机号',
    cardCount: '卡数',
    plates: '车牌',
    wechatBound: '微信',
    lastPurchaseDay: '最近消费',
    createdDate: '加入时间',
  },
  memberPage: {
    add: '新增会员',
    open: '查看',
    emptyHint: '没有找到会员。可以按手机号、姓名或卡号查找，或新增会员。',
    facts: '会员资料',
    disabled: '已停用',
    disable: '停用',
    disableOf: '停用会员 {name}',
    enable: '启用',
    enableOf: '启用会员 {name}',
    editOf: '修改会员 {name}',
    issue: '发卡',
    withCard: '保存后为其发第一张卡',
    known: '该手机号已是会员：{name}',
    viewKnown: '查看该会员',
    taxIdDoubt: '税号未通过校验，请核对；确认无误可以照此保存。',
    replaceIdNumber: '更换身份证号（{number}）；留空则删除',
    showIdNumber: '查看完整号码',
    hideIdNumber: '隐藏',
    findByIdNumber: '按身份证号查找',
    find: '查找',
    idNumberUnknown: '没有会员登记此身份证号',
    idNumberFound: '找到 {count} 名会员',
    tab_points: '积分与等级',
    tab_orders: '订单',
    tab_records: '卡消费记录',
    tab_history: '操作记录',
    noCards: '该会员还没有卡。',
  },
}
export default zh

declare module '../../../i18n/index.ts' {
  interface Catalogues {
    member: typeof zh
  }
}
