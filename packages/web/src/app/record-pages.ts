import { recordPage } from '../kit/links.ts'

/** Where each resource's own records are read. */
recordPage('orders', 'allDetails', 'orderId')
recordPage('classSettles', 'classSettleDetails', 'classSettleId')
recordPage('daySettles', 'daySettleDetails', 'daySettleId')
recordPage('userCards', 'cardCostHistory', 'userCardId')
recordPage('members', 'personalMemberDetails', 'userId')
recordPage('companies', 'companyDetails', 'companyId')
recordPage('oilInfos', 'oilInfoDetails', 'oilInfoId')
recordPage('fleetBills', 'fleetBillDetails', 'fleetBillId')
recordPage('depots', 'depotDetails', 'depotId')
recordPage('purchaseContracts', 'editDetail', 'purchaseContractId')
recordPage('transports', 'transportDetails', 'transportId')
recordPage('categories', 'categoryDetails', 'categoryId')
recordPage('deals', 'editDeal', 'dealId')
recordPage('dryRuns', 'dryRun', 'dryRunId')
recordPage('tags', 'tagDetails', 'tagId')
recordPage('rewardCategories', 'scoreCategoryDetails', 'categoryId')
