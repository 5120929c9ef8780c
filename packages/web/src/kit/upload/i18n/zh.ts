export default {
  upload: {
    drop: '点击选择，或把文件拖到这里',
    rule: '支持 {kinds}，最大 {max} MB，一次一个文件',
    oneOnly: '一次只能上传一个文件',
    replace: '更换',
    remove: '移除',
    open: '查看文件',
    sending: '正在上传 {name}',
    stop: '停止',
    again: '重试',
    cropTitle: '裁剪图片',
    cropHelp: '拖动图片调整位置，滚轮或滑块缩放；也可用方向键移动。',
    zoom: '缩放',
    use: '使用',
    unreadable: '图片无法读取，请换一张',
  },
}
