import { everyPage } from './walk.ts'

everyPage('zh', 'address')
