mod rates;
