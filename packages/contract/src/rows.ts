import type { z } from 'zod'
import type { Id, RefSchema } from './units.ts'

/** What every record has; a version only where it is edited by a form. */
export interface BaseRow {
  id: number
  version?: number
}

/**
 * Every resource by its name, so that a relation has the type of the record that it leads to. The index of the domains fills it
 * (domains.ts, written by `npm run contract`).
 */
// oxlint-disable-next-line typescript/no-empty-interface
export interface Records {}

/** The fields of a row, as schemas: the standard ones, what is entered, and what is shown besides. */
export type RowShape<B extends z.ZodRawShape, R extends z.ZodRawShape, Versioned extends boolean> = { id: typeof Id } & ([
  Versioned,
] extends [false]
  ? unknown
  : { version: z.ZodInt }) &
  B &
  R

/** Rows of other resources that point here, by the name of the relation. */
export type ManyOf = Readonly<Record<string, readonly [resource: string, field: string]>>
/** Relations whose records are not kept yet. */
export type LaterOf = Readonly<Record<string, readonly string[]>>

/**
 * A row as it travels: its fields, and what was expanded. A relation is there only when it was asked for; of one record it is null where
 * there is none, or none that the reader may know of.
 */
export type Row<Shape extends z.ZodRawShape, Many, Later, Beside extends object> = { id: number } & z.output<z.ZodObject<Shape>> & {
    [Field in keyof Shape as RelationName<Field, Shape[Field]>]?: Referred<RefOf<Shape[Field]>> | null
  } & { [Relation in keyof Many]?: RowsBehind<Many[Relation]> } & { [Relation in keyof Later]?: never[] } & Partial<Beside>

type RelationName<Field, Schema> = [RefOf<Schema>] extends [never] ? never : Field extends `${infer Name}Id` ? Name : never
type RefOf<Schema> =
  Schema extends RefSchema<infer Name>
    ? Name
    : Schema extends z.ZodNullable<infer Inner> | z.ZodOptional<infer Inner> | z.ZodDefault<infer Inner>
      ? RefOf<Inner>
      : never
type RowsBehind<Declared> = Declared extends readonly [infer Name, string] ? RecordNamed<Name>[] : never

/** The row of a resource by its name. */
export type RecordNamed<Name> = Name extends keyof Records ? RowOf<Records[Name]> : BaseRow
export type RowOf<Of> = Of extends { readonly $row?: infer R extends BaseRow } ? R : never

/**
 * A record that another refers to. Somebody who may not read it gets its label alone, so that only the label is certain to be there; the
 * whole record where it has none, for then it is null to them.
 */
export type Referred<Name> = Name extends keyof Records ? Labelled<RowOf<Records[Name]>, LabelOf<Records[Name]>> : BaseRow
type LabelOf<Of> = Of extends { readonly $label?: infer Field } ? NonNullable<Field> : never
type Labelled<R, Field> = [Field] extends [never] ? R : Pick<R, ('id' | Field) & keyof R> & Partial<R>

/** The record behind a relation, or one of those behind it. */
type Behind<Value> = NonNullable<Value> extends infer V ? (V extends readonly (infer One)[] ? RecordIn<One> : RecordIn<V>) : never
type RecordIn<V> = [V] extends [never] ? never : V extends BaseRow ? V : never

type Less = { 3: 2; 2: 1; 1: 0; 0: 0 }
/**
 * The fields of a row, by dotted paths through at most two relations: `status`, `stationId`, `userCard.user.name`. A relation by itself
 * is no field.
 */
export type Path<R, Segments extends keyof Less = 3> = Segments extends 0
  ? never
  : {
      [Key in keyof R & string]-?: [Behind<R[Key]>] extends [never] ? Key : `${Key}.${Path<Behind<R[Key]>, Less[Segments]>}`
    }[keyof R & string]

/** The order of a list: a field, and which way. */
export type SortBy<R> = Path<R> | `${Path<R>},${'asc' | 'desc'}`
