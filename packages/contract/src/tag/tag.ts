import { z } from 'zod'
import { endpoint, resource } from '../kit.ts'
import { Id, Instant, LongText, Name, Ref, Text } from '../units.ts'

/** 手工, 规则: members are given a tag by hand, or carry it because a search finds them. */
export const TagKind = z.enum(['hand', 'rule'])

const records = resource('tags', {
  table: 'tag',
  scope: 'company',
  permission: 'tag',
  body: z.object({
    name: Name(40),
    description: LongText(200).default(''),
    /** A search over members in the grammar of every list (docs/search.md); by hand when null. @source decisions MK15 */
    rule: Text(2000).nullable().default(null),
  }),
  read: {
    kind: TagKind,
    companyId: Ref('companies'),
    /** The stations of its company are found through it: `company.stations.id:7`. */
    createdById: Ref('users').nullable(),
    /** How many members carry it; by rule, at the moment at which it was counted. */
    memberCount: z.int(),
    /** When a rule was last applied to all members; null while it was not, and by hand. */
    countedDate: Instant.nullable(),
    createdDate: Instant,
  },
  label: ['name'],
  unsearchable: ['rule'],
  many: { members: ['memberTags', 'tagId'], items: ['items', 'tagId'] },
  sort: 'createdDate,desc',
})

/** So many are given a tag at once, or lose it. */
const userIds = z.array(Ref('members')).min(1).max(1000)
const Changed = z.object({ id: Id, changed: z.int(), memberCount: z.int() })

/** 标签: members that belong together for what is offered to them. */
export const tags = {
  ...records,
  /** Before a rule is saved. */
  count: endpoint('POST', '/tags/count', {
    permission: 'tag.write',
    reads: true,
    body: z.strictObject({ rule: Text(2000) }),
    returns: z.object({ count: z.int(), members: z.int() }),
    summary: 'How many members a rule finds at this moment, of how many',
  }),
  give: endpoint('POST', '/memberTags', {
    permission: 'tag.write',
    body: z.strictObject({ tagId: Ref('tags'), userIds }),
    returns: Changed,
    summary: 'Gives a tag that is given by hand to members; who carries it already is left as they are',
  }),
  take: endpoint('POST', '/tags/:id/take', {
    permission: 'tag.write',
    body: z.strictObject({ userIds }),
    returns: Changed,
    summary: 'Takes a tag that is given by hand from members',
  }),
  refresh: endpoint('POST', '/tags/:id/refresh', {
    permission: 'tag.write',
    returns: z.object({ id: Id }),
    summary: 'Applies the rule of a tag to all members anew, in a moment',
  }),
}

/** Who carries a tag: what is given by hand, and what the rules found. */
export const memberTags = resource('memberTags', {
  table: 'tag_member',
  scope: 'company',
  permission: 'tag',
  body: z.object({ tagId: Ref('tags'), userId: Ref('members') }),
  read: { createdById: Ref('users').nullable(), createdDate: Instant },
  sort: 'createdDate,desc',
  versioned: false,
  acts: ['list'],
})
