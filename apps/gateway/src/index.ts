export { GatewayProcessModule } from './gateway-process.module';
export { GatewayModule } from './gateway.module';
export { destinationOf, SERVICE_PATHS } from './proxy/service-paths';
