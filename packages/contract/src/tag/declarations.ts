import type { Actions, Pages, Permissions, Refusals } from '../declaration.ts'
import { company, everyStation } from '../role-sets.ts'

/** Tags of members. */
export const permissions = {
  'tag.read': { roles: [...everyStation, 'company_group'], zh: '查看标签', en: 'View tags' },
  'tag.write': { roles: company, zh: '编辑标签', en: 'Edit tags' },
} as const satisfies Permissions

const market = {
  section: 'marketCenter',
  level: 'company',
  roles: [...everyStation, 'company_group'],
  acts: ['tag.write', 'member.read', 'points.read'],
} as const
export const pages = [
  {
    name: 'tags',
    zh: '标签管理',
    en: 'Tags',
    also: ['标签', '会员标签', '人群', 'Member tags', 'Segments'],
    ...market,
    reads: ['tag.read'],
  },
  {
    name: 'tagDetails',
    path: '/marketCenter/tagDetails/{tagId}',
    zh: '标签详情',
    en: 'Tag details',
    parent: 'tags',
    hidden: true,
    ...market,
    reads: ['tag.read'],
    demo: 'tags?size=1&search=memberCount>0',
  },
] as const satisfies Pages

export const actions = {
  'tags.give': { zh: '为会员添加标签', en: 'Gave members a tag' },
  'tags.take': { zh: '移除会员标签', en: 'Took a tag from members' },
  'tags.refresh': { zh: '重新计算标签', en: 'Counted a tag again' },
} as const satisfies Actions

export const refusals = {
  'tag.nameTaken': { status: 409, field: 'name', zh: '标签“{name}”已存在', en: 'There is a tag called “{name}” already' },
  'tag.byRule': {
    status: 409,
    zh: '标签“{name}”按规则自动计算，不能手工添加或移除会员',
    en: 'Members carry the tag “{name}” by its rule. It is neither given nor taken by hand.',
  },
  'tag.byHand': { status: 409, zh: '标签“{name}”没有规则', en: 'The tag “{name}” has no rule' },
  'tag.kindFixed': {
    status: 409,
    field: 'rule',
    zh: '标签建立后，不能在手工与规则之间更换',
    en: 'A tag by hand does not become one by rule, nor the other way round',
  },
  'tag.ruleEmpty': { status: 400, field: 'rule', zh: '请至少填写一个条件', en: 'Enter one condition at least' },
} as const satisfies Refusals
