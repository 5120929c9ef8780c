export { seedDemo } from './demo.ts'
export { demoFacts, type DemoCompany, type DemoFacts } from './facts.ts'
export { demoLayout } from './layout.ts'
export { openSimulated } from './simulated.ts'
