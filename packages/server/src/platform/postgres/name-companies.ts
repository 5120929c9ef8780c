import {
  AliasNode,
  BinaryOperationNode,
  ColumnNode,
  FunctionNode,
  IdentifierNode,
  JoinNode,
  OperationNodeTransformer,
  OperatorNode,
  ReferenceNode,
  TableNode,
  ValueNode,
  WhereNode,
  sql,
  type DeleteQueryNode,
  type KyselyPlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryExecutorProvider,
  type QueryId,
  type SelectQueryNode,
  type RawBuilder,
  type UpdateQueryNode,
} from 'kysely'
import { assert } from '../execution/refusal.ts'
import { tenantTables } from './tables.ts'

/** Begins a statement that reads every company that its transaction sees, on purpose: what is proven is proven of all of them. */
export const allCompanies = '/* all companies */'

const ofTenants: ReadonlySet<string> = new Set(tenantTables)

/**
 * Every table of companies in a statement of the query builder is asked for the rows of these companies: row-level security says the same,
 * but only the statement itself tells a database that is spread over several machines on which of them its rows are. Statements that are
 * written out name their companies themselves. @source docs/adr/0054
 */
export class NameCompanies extends OperationNodeTransformer implements KyselyPlugin {
  readonly #companyIds: readonly number[]

  constructor(companyIds: readonly number[]) {
    super()
    this.#companyIds = companyIds
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs) {
    return this.transformNode(node, queryId)
  }

  transformResult({ result }: PluginTransformResultArgs) {
    return Promise.resolve(result)
  }

  protected override transformSelectQuery(node: SelectQueryNode, queryId?: QueryId): SelectQueryNode {
    const { where, ...rest } = super.transformSelectQuery(node, queryId)
    return { ...rest, ...this.#where(where, rest.from?.froms ?? []) }
  }

  protected override transformUpdateQuery(node: UpdateQueryNode, queryId?: QueryId): UpdateQueryNode {
    const { where, ...rest } = super.transformUpdateQuery(node, queryId)
    return { ...rest, ...this.#where(where, [...(rest.table ? [rest.table] : []), ...(rest.from?.froms ?? [])]) }
  }

  protected override transformDeleteQuery(node: DeleteQueryNode, queryId?: QueryId): DeleteQueryNode {
    const { where, ...rest } = super.transformDeleteQuery(node, queryId)
    return { ...rest, ...this.#where(where, [...rest.from.froms, ...(rest.using?.tables ?? [])]) }
  }

  /** Not in the condition of the whole: an outer join keeps the rows that find nothing. */
  protected override transformJoin(node: JoinNode, queryId?: QueryId): JoinNode {
    const join = super.transformJoin(node, queryId)
    const name = nameOf(join.table)
    return name ? JoinNode.cloneWithOn(join, this.#named(name)) : join
  }

  #where(where: WhereNode | undefined, tables: readonly OperationNode[]): { where?: WhereNode } {
    const conditions = tables.flatMap(table => nameOf(table) ?? []).map(name => this.#named(name))
    const named = conditions.reduce(
      (before, condition) => (before ? WhereNode.cloneWithOperation(before, 'And', condition) : WhereNode.create(condition)),
      where,
    )
    return named ? { where: named } : {}
  }

  #named(table: string): OperationNode {
    const column = ReferenceNode.create(ColumnNode.create('company_id'), TableNode.create(table))
    const [only, ...more] = this.#companyIds
    const companies =
      only !== undefined && more.length === 0 ? ValueNode.create(only) : FunctionNode.create('any', [ValueNode.create(this.#companyIds)])
    return BinaryOperationNode.create(column, OperatorNode.create('='), companies)
  }
}

/**
 * The same for a statement that is written out. `column` holds the company, under the name that its table has there. Of one company the
 * rows stand in an index in the order of a list; of several they have to be sorted, or merged.
 */
export const among = (column: string, ids: readonly number[]): RawBuilder<unknown> =>
  ids.length === 1 ? sql`${sql.ref(column)} = ${ids[0]}` : sql`${sql.ref(column)} = any(${ids})`

/** A table in a statement that is written out, and of it the rows of these companies; to be given a name. */
export const rowsOfCompanies = (table: string, companyIds: readonly number[]): RawBuilder<unknown> =>
  sql`(select * from ${sql.table(table)} where ${among('company_id', companyIds)})`

/** The companies of a transaction, for statements that are written out. */
const companiesBehind = new WeakMap<QueryExecutorProvider, readonly number[]>()
export const noteScope = (tx: QueryExecutorProvider, companyIds: readonly number[]): void => void companiesBehind.set(tx, companyIds)

/** The companies of a transaction, as a condition of a statement that is written out; `column` holds the company. */
export const inScope = (tx: QueryExecutorProvider, column = 'company_id'): RawBuilder<unknown> => among(column, companiesOf(tx))

/** A table in a statement that is written out, and of it the rows of the transaction's companies; to be given a name. */
export const scoped = (tx: QueryExecutorProvider, table: string): RawBuilder<unknown> => rowsOfCompanies(table, companiesOf(tx))

/**
 * Joins the company that rows to be inserted name in the column `company`, as the table `owner`. With its id, and not the number that was
 * given, a database of several machines knows where the rows will lie, and inserts them there. A company that the transaction may not see
 * is null, and no row is inserted without one. @param companyIds of all these rows
 */
export const joinOwner = (company: string, companyIds: readonly number[]): RawBuilder<unknown> =>
  sql`left join company owner on owner.id = ${sql.raw(company)} and ${among('owner.id', [...new Set(companyIds)])}`

/** The company of a transaction that is of one only. */
export function onlyCompanyOf(tx: QueryExecutorProvider): number | undefined {
  const companyIds = companiesBehind.get(tx)
  return companyIds?.length === 1 ? companyIds[0] : undefined
}

function companiesOf(tx: QueryExecutorProvider): readonly number[] {
  const companyIds = companiesBehind.get(tx)
  assert(companyIds, 'a transaction that asks for rows of companies is of some')
  return companyIds
}

/** Under which name a table of companies stands in a statement. */
function nameOf(node: OperationNode): string | undefined {
  const [table, alias] = AliasNode.is(node) ? [node.node, node.alias] : [node, undefined]
  if (!TableNode.is(table) || table.table.schema || !ofTenants.has(table.table.identifier.name)) return undefined
  return alias && IdentifierNode.is(alias) ? alias.name : table.table.identifier.name
}
