export { GatewayProcessModule } from './gateway-process.module';
export { GatewayModule } from './gateway.module';
export { PAGE_PATHS } from './pages/page-paths';
export { ABOUT, destinationOf, SERVICE_PATHS } from './proxy/service-paths';
