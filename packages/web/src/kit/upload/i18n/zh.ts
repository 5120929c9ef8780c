const zh = {
  upload: {
    drop: '点击选择，或把文件拖到这里',
    rule: '支持 {kinds}，最大 {max} MB，一次一个文件',
    oneOnly: '一次只能上传一个文件',
    replace: '更换',
    remove: '移除',
    open: '查看文件',
    picture: '图片',
    sending: '正在上传 {name}',
    stop: '停止',
    again: '重试',
    cropTitle: '裁剪图片',
    cropHelp: '拖动图片调整位置，滚轮或滑块缩放；也可用方向键移动。',
    zoom: '缩放',
    use: '使用',
    unreadable: '图片无法读取，请换一张',
  },
  attachments: {
    one: '文件',
    contentType: '内容类型',
    size: '大小',
    type_companyPicture: '油企图片',
    type_stationPicture: '油站图片',
    type_dispenserPicture: '加油机图片',
    type_userAvatar: '头像',
    type_itemPicture: '商品图片',
    type_dealPicture: '优惠券图片',
    type_rewardPicture: '积分商品图片',
    type_invoice: '发票',
    type_software: '软件包',
    type_topUpReceipt: '充值收款凭证',
    type_receipt: '收款凭证',
    type_history: '历史数据',
    type_agreement: '单位协议',
    type_fleetPaper: '单位附件',
    type_deliveryCertificate: '油品质量合格证',
    type_employeeImport: '单位员工名单',
    type_cardBatch: '批量开户名单',
    type_cardImport: '芯片卡清单',
    type_goodsImport: '商品文件',
    type_memberImport: '会员文件',
    type_purchaseImport: '采购合同文件',
  },
}
export default zh

declare module '../../../i18n/index.ts' {
  interface Catalogues {
    kit_upload: typeof zh
  }
}
