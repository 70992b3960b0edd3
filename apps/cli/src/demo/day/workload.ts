/** Where in a cluster something happens. */
export interface Workload {
  readonly namespace: string;
  readonly pod: string;
  readonly image: string;
}

const IMAGES = 'images.acme.example';

export const CHECKOUT_POD: Workload = {
  ...{ namespace: 'shop', pod: 'checkout-6d5f9c-x2v7q', image: `${IMAGES}/shop/checkout` },
};
export const ORDERS_POD: Workload = {
  ...{ namespace: 'shop', pod: 'orders-0', image: `${IMAGES}/shop/orders` },
};
export const REPORT_POD: Workload = {
  ...{ namespace: 'batch', pod: 'report-28812-k9x2p', image: `${IMAGES}/batch/report` },
};
export const OPERATOR_POD: Workload = {
  ...{ namespace: 'certificates', pod: 'cert-operator-0', image: `${IMAGES}/cert-operator` },
};
