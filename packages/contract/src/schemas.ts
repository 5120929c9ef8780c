/**
 * The contract with its schemas, for what checks values by them: forms. In the browser whatever else is imported of the contract is plain
 * data, so that no list waits for schemas. @source docs/adr/0051
 */
export * from './index.ts'
