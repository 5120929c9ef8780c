export default {
  gallery: {
    parts: '部件',
    part_scriptForm: '脚本表单',
    empty: '空白',
    filled: '已有内容',
    readOnly: '只读',
    sent: '已提交的内容',
    long: '很长的文字',
    nothingSent: '尚未提交',
  },
}
