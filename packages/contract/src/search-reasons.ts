interface Words {
  readonly zh: string
  readonly en: string
}

/** Why a search is refused, by the key that stands in the refusal's `reason`. What each means: docs/search.md. */
export const searchReasons = {
  twice: { zh: 'search 参数只能出现一次', en: 'search can be given only once' },
  control: { zh: '不能含有控制字符', en: 'control characters are not allowed' },
  fieldExpected: { zh: '此处应为字段名', en: 'a field is expected' },
  fieldBeforeComma: { zh: '“,”之前应有条件', en: 'a field is expected before “,”' },
  termAfterComma: { zh: '“,”之后应有条件', en: 'a term is expected after “,”' },
  emptyTerm: { zh: '两个“,”之间没有条件', en: 'there is no term between two commas' },
  commaExpected: { zh: '此处应为“,”', en: '“,” is expected' },
  emptySegment: { zh: '字段路径中有空段', en: 'a segment of the path is empty' },
  segments: { zh: '字段路径最多 5 段', en: 'a path has at most 5 segments' },
  blankInField: { zh: '字段名中或运算符前不能有空格', en: 'spaces are not allowed in a field name or before an operator' },
  operatorExpected: { zh: '字段名之后应为 : <> > < >= 或 <=', en: 'one of : <> > < >= <= is expected after the field' },
  valueExpected: { zh: '此处应为值', en: 'a value is expected' },
  valueStart: { zh: '值不能以该字符开头，请在前面加“\\”', en: 'a value may not start with this character, write “\\” before it' },
  reserved: { zh: '值中的 ( 与 [ 前须加“\\”', en: 'write “\\” before ( or [ in a value' },
  bar: { zh: '“|”只能在 ( ) 或 [ ] 内，作为文字请写“\\|”', en: '“|” stands inside ( ) or [ ] only; as text write “\\|”' },
  closer: { zh: '多余的右括号，作为文字请在前面加“\\”', en: 'unmatched closing bracket; as text write “\\” before it' },
  closeExpected: { zh: '缺少右括号', en: 'the closing bracket is missing' },
  commaInside: { zh: '( ) 与 [ ] 内不能有“,”，作为文字请写“\\,”', en: '“,” is not allowed inside ( ) or [ ]; as text write “\\,”' },
  nested: { zh: '分组不能嵌套', en: 'groups cannot be nested' },
  emptySet: { zh: '集合为空，请去掉该条件', en: 'the set is empty, leave the term out instead' },
  emptyMember: { zh: '集合中有空成员', en: 'a member of the set is empty' },
  bracketNeedsNull: { zh: '[ ] 内必须有且只有一个 null，其他情况请用 ( )', en: '[ ] must hold null once; use ( ) for plain alternatives' },
  nullInSet: { zh: 'null 只能写在 [ ] 内', en: 'null is allowed in [ ] only' },
  starInside: { zh: '“*”只能在关键字的首尾，作为文字请写“\\*”', en: '“*” stands at the ends of a keyword only; as text write “\\*”' },
  emptyKeyword: { zh: '关键字为空', en: 'the keyword is empty' },
  loneEscape: { zh: '“\\”之后没有字符', en: 'there is no character after “\\”' },
  direction: { zh: '排序应写为“字段,asc”或“字段,desc”', en: 'write an order as “field,asc” or “field,desc”' },

  nullOperator: { zh: 'null 只能与 : 或 <> 一起使用', en: 'null can only be used with : and <>' },
  starOperator: { zh: '“*”只能与 : 一起使用', en: '“*” can only be used with :' },
  bracketOperator: { zh: '[ ] 只能与 : 一起使用', en: '[ ] can only be used with :' },
  setOperator: { zh: '( ) 只能与 : 或 <> 一起使用', en: '( ) can only be used with : and <>' },
  textOnly: { zh: '包含匹配只用于文本字段', en: 'only text can be matched by a keyword' },
  noOrder: { zh: '该字段没有大小之分', en: 'this field cannot be compared by size' },
  useId: { zh: '这是一个关联，请按它的字段比较，例如它的 id', en: 'this is a relation; compare one of its fields, such as its id' },

  notWhole: { zh: '应为整数', en: 'a whole number is expected' },
  notNumber: { zh: '应为数字', en: 'a number is expected' },
  notBoolean: { zh: '应为 true 或 false', en: 'true or false is expected' },
  notMember: { zh: '没有这个选项', en: 'there is no such choice' },
  notDate: { zh: '不是有效的日期', en: 'this is not a valid date' },

  characters: { zh: '最多 2000 个字符', en: 'at most 2000 characters' },
  terms: { zh: '最多 30 个条件', en: 'at most 30 terms' },
  members: { zh: '一个集合最多 200 个成员', en: 'at most 200 members in a set' },
  predicates: { zh: '一个分组最多 20 个条件', en: 'at most 20 predicates in a group' },
  valueLength: { zh: '一个值最多 200 个字符', en: 'at most 200 characters in a value' },
} as const satisfies Record<string, Words>

export type SearchReason = keyof typeof searchReasons
